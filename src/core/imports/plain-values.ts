import { dayNumber } from '#shared/domain/base/calendar.ts'
import { secondsPerDay, secondsPerHour } from '#shared/domain/base/durations.ts'

const zero = 48
const [dash, colon, letterT, letterZ, space] = [45, 58, 84, 90, 32]

/** A number of up to nine digits; NaN for anything else. */
export function numberIn(bytes: Uint8Array, start: number, end: number): number {
  if (end === start || end - start > 9) return Number.NaN
  let value = 0
  for (let at = start; at < end; at++) {
    const digit = bytes[at]! - zero
    if (digit < 0 || digit > 9) return Number.NaN
    value = value * 10 + digit
  }
  return value
}

/** Epoch seconds of `20yy-MM-ddTHH:mm:ss`, with a T or a space and with or without a Z; NaN for anything else. */
export function secondsIn(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start
  if (length !== 19 && !(length === 20 && bytes[start + 19] === letterZ)) return Number.NaN
  const separator = bytes[start + 10]
  if (bytes[start] !== zero + 2 || bytes[start + 1] !== zero) return Number.NaN
  if (bytes[start + 4] !== dash || bytes[start + 7] !== dash || (separator !== letterT && separator !== space)) {
    return Number.NaN
  }
  if (bytes[start + 13] !== colon || bytes[start + 16] !== colon) return Number.NaN
  const two = (at: number): number => numberIn(bytes, start + at, start + at + 2)
  const [year, month, day] = [two(2), two(5), two(8)]
  const [hours, minutes, seconds] = [two(11), two(14), two(17)]
  if (!(hours < 24 && minutes < 60 && seconds < 60)) return Number.NaN
  return dayNumber(2000 + year, month, day) * secondsPerDay + hours * secondsPerHour + minutes * 60 + seconds
}
