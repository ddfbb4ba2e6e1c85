import { msPerDay as dayLength, secondsPerDay } from '#shared/domain/base/durations.ts'

const counterBits = 20
const perSecond = 2 ** counterBits

/**
 * Returns the smallest possible id of a message created in this second. It isn’t computed by a shift, because
 * JavaScript limits shifts to 32 bits.
 */
export const firstIdOf = (second: number): number => second * perSecond
export const secondOf = (id: number): number => Math.floor(id / perSecond)
export const dayOf = (id: number): number => Math.floor(secondOf(id) / secondsPerDay)

/** Returns the months since January 1970. */
export function monthOfDay(day: number): number {
  const date = new Date(day * dayLength)
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
}
export const firstDayOfMonth = (month: number): number =>
  Date.UTC(1970 + Math.floor(month / 12), month % 12, 1) / dayLength
