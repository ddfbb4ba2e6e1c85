import type { QuietHours } from '../../contract/alerts.ts'
import { msPerMinute } from '../base/durations.ts'
import { wallTimeAt } from '../base/zone-offset.ts'

export const noQuietHours: QuietHours = { isOn: false, from: 22 * 60, to: 7 * 60, zone: 'UTC' }

/** Whether it is quiet now. The same beginning and end is a whole day of quiet. */
export function isQuiet({ isOn, from, to, zone }: QuietHours, now: number): boolean {
  if (!isOn) return false
  const { hour, minute } = wallTimeAt(Math.floor(now / 1000), zone)
  const at = hour * 60 + minute
  return from < to ? at >= from && at < to : at >= from || at < to
}

/** Milliseconds until it may no longer be quiet: the clocks may change on the way, so whoever waits asks again. */
export function quietFor(quiet: QuietHours, now: number): number {
  if (!isQuiet(quiet, now)) return 0
  const { hour, minute } = wallTimeAt(Math.floor(now / 1000), quiet.zone)
  const minutes = (quiet.to - (hour * 60 + minute) + 24 * 60) % (24 * 60)
  return Math.max(1, minutes) * msPerMinute - (now % msPerMinute)
}
