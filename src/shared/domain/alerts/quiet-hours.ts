import type { QuietHours } from '../../contract/alerts.ts'
import { msPerMinute } from '../base/durations.ts'
import { wallTimeAt } from '../base/zone-offset.ts'

export const noQuietHours: QuietHours = { isOn: false, from: 22 * 60, to: 7 * 60, zone: 'UTC' }

/**
 * Returns the milliseconds until the quiet hours may be over; 0 if it is not quiet now. A clock change may come in
 * between, so a caller that has waited must call this again. If both ends are the same, the entire day is quiet.
 */
export function quietFor({ isOn, from, to, zone }: QuietHours, now: number): number {
  if (!isOn) return 0
  const { hour, minute } = wallTimeAt(Math.floor(now / 1000), zone)
  const at = hour * 60 + minute
  const isQuiet = from < to ? at >= from && at < to : at >= from || at < to
  if (!isQuiet) return 0
  const minutes = (to - at + 24 * 60) % (24 * 60)
  return Math.max(1, minutes) * msPerMinute - (now % msPerMinute)
}
