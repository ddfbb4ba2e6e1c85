import { msPerHour } from '../base/durations.ts'

/**
 * Whether the archive is behind, because two syncs were missed and at least an hour has passed since `second`. `now`
 * and `interval` are in milliseconds.
 */
export function isBehind(second: number, now: number, interval: number): boolean {
  return now - second * 1000 >= Math.max(msPerHour, 2 * interval)
}
