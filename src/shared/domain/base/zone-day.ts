import { dayText, localDay } from './zone-clock.ts'
import { zoneOffset } from './zone-offset.ts'

/** Returns a zone’s local day at a moment in epoch milliseconds, for example `2026-11-22`. */
export function dayIn(zone: string, milliseconds: number): string {
  const second = Math.floor(milliseconds / 1000)
  return dayText(localDay(second, zoneOffset(second, zone)))
}
