import { secondsPerDay, secondsPerHour, secondsPerMinute } from '../../base/durations.ts'

const kb = 1024
const mb = 1024 ** 2

/** Inclusive upper bounds in bytes; one more class contains all larger messages. Gmail truncates messages after 102 KB. */
export const sizeBounds = [10 * kb, 25 * kb, 50 * kb, 102 * kb, 250 * kb, mb, 5 * mb, 10 * mb] as const

/** Inclusive upper bounds in seconds; one more class contains all later opens. */
export const openTimeBounds = [
  secondsPerMinute,
  5 * secondsPerMinute,
  15 * secondsPerMinute,
  secondsPerHour,
  4 * secondsPerHour,
  12 * secondsPerHour,
  secondsPerDay,
  3 * secondsPerDay,
  7 * secondsPerDay,
] as const

export function classOf(bounds: readonly number[], value: number): number {
  let at = 0
  while (at < bounds.length && value > bounds[at]!) at++
  return at
}
