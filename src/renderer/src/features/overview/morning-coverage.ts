import type { Horizon } from '#shared/contract/archive.ts'
import type { DateRange } from '#shared/domain/base/days.ts'
import { dateSpan } from '#shared/domain/query/period.ts'
import { isBehind } from '#shared/domain/archive/is-behind.ts'

/** Whether every message on these days has been read. */
export function hasRead({ completeFrom, completeUntil, gaps }: Horizon, days: DateRange, zone: string): boolean {
  if (completeFrom === null || completeUntil === null) return false
  const from = dateSpan(days.from, { now: 0, zone }).from
  const end = dateSpan(days.to, { now: 0, zone }).to
  return completeFrom <= from && completeUntil >= end - 1 && !gaps.some((gap) => gap.to >= from && gap.from < end)
}

type Known = {
  readonly yesterday: string
  readonly zone: string
  /** The current time in epoch milliseconds. */
  readonly now: number
  /** The time between syncs in milliseconds. */
  readonly interval: number
  readonly isSyncing: boolean
}
type Dates = { dateMinute(milliseconds: number): string }

/** Returns a sentence about gaps in the figures since yesterday; null if they are complete. */
export function missingText(
  horizon: Horizon,
  { yesterday, zone, now, interval, isSyncing }: Known,
  formats: Dates,
): string | null {
  const { completeFrom, completeUntil, gaps } = horizon
  if (completeFrom === null || completeUntil === null) {
    return isSyncing
      ? 'The first sync is still running, so figures may be too low.'
      : 'No sync has finished yet, so figures may be too low.'
  }
  if (isBehind(completeUntil, now, interval)) {
    return `Messages are synced up to ${formats.dateMinute(completeUntil * 1000)}. Later messages are missing.`
  }
  const { from } = dateSpan(yesterday, { now, zone })
  if (completeFrom <= from && !gaps.some((gap) => gap.to >= from)) return null
  return 'Some messages since yesterday haven’t been synced yet, so figures may be too low.'
}
