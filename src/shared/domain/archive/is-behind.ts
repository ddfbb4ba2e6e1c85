import { msPerHour } from '../base/durations.ts'

/** Whether expected syncs did not take place: true after two missed syncs, but not before an hour has passed. */
export function isBehind(second: number, now: number, interval: number): boolean {
  return now - second * 1000 >= Math.max(msPerHour, 2 * interval)
}
