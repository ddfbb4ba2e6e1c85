import type { Horizon } from '../archive/horizon.ts'
import type { DateRange } from '../base/days.ts'
import { dayIn } from '../base/zone-day.ts'
import type { Formats } from '../settings/formats.ts'

/**
 * Says that the archive begins after the first day of a comparison period. It may lack the messages of the days
 * before, so every figure would appear to have risen. Returns undefined if the period can be compared.
 */
export function lackingText(
  { completeFrom }: Pick<Horizon, 'completeFrom'>,
  period: DateRange,
  formats: Pick<Formats, 'timeZone' | 'day'>,
): string | undefined {
  if (completeFrom === null) return undefined
  const begin = completeFrom * 1000
  if (dayIn(formats.timeZone, begin) <= period.from) return undefined
  return `The archive begins on ${formats.day(begin)}, after the start of the comparison period.`
}
