import { readDate } from '../api/read/dates.ts'

const days = new Map<string, number>()
const mostDays = 20_000

/**
 * Epoch seconds of `yyyy-MM-ddTHH:mm:ss`, with or without a Z: what most exports have, a fifth of the time that reading
 * any form of a date takes. Null for every other form, which is then read with all care.
 */
export function quickSeconds(text: string): number | null {
  const isPlain = text.length === 19 || (text.length === 20 && text.charCodeAt(19) === 90)
  const separator = text.charCodeAt(10)
  if (!isPlain || (separator !== 84 && separator !== 32)) return null
  if (text.charCodeAt(13) !== 58 || text.charCodeAt(16) !== 58) return null
  const hours = twoDigits(text, 11)
  const minutes = twoDigits(text, 14)
  const seconds = twoDigits(text, 17)
  if (!(hours < 24 && minutes < 60 && seconds < 60)) return null
  const day = startOfDay(text.slice(0, 10))
  return day === null ? null : day + hours * 3600 + minutes * 60 + seconds
}

function startOfDay(day: string): number | null {
  const known = days.get(day)
  if (known !== undefined) return known
  const time = readDate(day)
  if (time === null || !/^\d{4}-/.test(day)) return null
  if (days.size >= mostDays) days.clear()
  days.set(day, time / 1000)
  return time / 1000
}

/** NaN where there are none. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48
  const ones = text.charCodeAt(at + 1) - 48
  return tens >= 0 && tens < 10 && ones >= 0 && ones < 10 ? tens * 10 + ones : Number.NaN
}
