import type { AlertCondition, AlertRule } from '../../contract/alerts.ts'
import { baselineDays } from '../../contract/base/alerts-limits.ts'
import { secondsPerHour } from '../base/durations.ts'
import { dayText, localDay } from '../base/zone-clock.ts'
import { zoneOffset } from '../base/zone-offset.ts'
import { dateSpan } from '../query/period.ts'

/** How a rule divides time into numbered buckets: the days in its zone, or the hours since the epoch. */
type Shape = {
  readonly unit: 'day' | 'hour'
  readonly count: number
  /** How many of the preceding buckets the window is compared with; 0 for no comparison. */
  readonly baseline: number
  /** Whether the newest window includes the unfinished bucket. */
  readonly isAtOnce: boolean
}

export function shapeOf(condition: AlertCondition): Shape {
  switch (condition.kind) {
    case 'rate':
      return { ...condition.window, baseline: 0, isAtOnce: false }
    case 'fall':
      return { unit: 'day', count: condition.days, baseline: baselineDays, isAtOnce: false }
    case 'complaints':
      return { unit: 'day', count: condition.days, baseline: 0, isAtOnce: true }
    case 'silence':
      return { unit: 'hour', count: condition.hours, baseline: 0, isAtOnce: false }
  }
}

type Zoned = Pick<AlertRule, 'condition' | 'zone'>

/** Returns the number of the bucket that contains a second. */
export function bucketAt({ condition, zone }: Zoned, second: number): number {
  if (shapeOf(condition).unit === 'hour') return Math.floor(second / secondsPerHour)
  return localDay(second, zoneOffset(second, zone))
}

/** Returns the first second of a bucket. A day with a clock change is an hour shorter or longer. */
export function startOfBucket({ condition, zone }: Zoned, bucket: number): number {
  if (shapeOf(condition).unit === 'hour') return bucket * secondsPerHour
  return dateSpan(dayText(bucket), { now: 0, zone }).from
}

/**
 * Returns the last bucket of the newest window. `completeUntil` is the last second up to which everything has been
 * read.
 */
export function newestBucket(rule: Zoned, now: number, completeUntil: number | null): number {
  if (!shapeOf(rule.condition).isAtOnce) return bucketAt(rule, now) - 1
  return bucketAt(rule, Math.min(now, completeUntil ?? now))
}
