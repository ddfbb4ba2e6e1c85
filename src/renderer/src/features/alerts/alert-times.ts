import type { AlertEvent, AlertRule, Judged } from '#shared/contract/alerts.ts'
import { shapeOf } from '#shared/domain/alerts/buckets.ts'
import { parse } from '#shared/domain/query/parse.ts'
import type { Formats } from '#shared/domain/settings/formats.ts'
import { todayIn } from '../../lib/ui/dates/date-presets.ts'
import { wallTime } from '../../lib/ui/dates/zoned-time.ts'

/**
 * Formats a rule’s window: as days in the rule’s time zone, which is named if it isn’t the user’s, or, if the rule counts
 * hours, as two times in the user’s time zone.
 */
export function windowText(
  { condition, zone }: Pick<AlertRule, 'condition' | 'zone'>,
  { from, to }: Pick<Judged, 'from' | 'to'>,
  formats: Pick<Formats, 'dateTime' | 'days' | 'timeZone'>,
): string {
  if (shapeOf(condition).unit === 'hour') return `${formats.dateTime(from * 1000)} – ${formats.dateTime(to * 1000)}`
  return formats.days({ from: dayAt(zone, from), to: dayAt(zone, to - 1) }) + ruleZoneText({ condition, zone }, formats)
}

/** Names the time zone of a rule’s days if it isn’t the user’s. Empty for a rule that counts hours. */
export function ruleZoneText(
  { condition, zone }: Pick<AlertRule, 'condition' | 'zone'>,
  formats: Pick<Formats, 'timeZone'>,
): string {
  return zone === formats.timeZone || shapeOf(condition).unit === 'hour' ? '' : ` (${zone})`
}

/** Formats the day of a second: the day in the rule’s time zone or, if the rule counts hours, in the user’s. */
export function ruleDayText(
  { condition, zone }: Pick<AlertRule, 'condition' | 'zone'>,
  second: number,
  formats: Pick<Formats, 'day' | 'days'>,
): string {
  if (shapeOf(condition).unit === 'hour') return formats.day(second * 1000)
  const day = dayAt(zone, second)
  return formats.days({ from: day, to: day })
}

function dayAt(zone: string, second: number): string {
  return todayIn(zone, new Date(second * 1000))
}

/** Returns a search for the messages behind an alert: those in its window, or the last ones before a silence. */
export function searchBehind(
  { rule, fired, messages }: Pick<AlertEvent, 'rule' | 'fired' | 'messages'>,
  zone: string,
): string {
  const before = rule.condition.kind === 'silence' ? fired.from : fired.to
  const after = rule.condition.kind === 'silence' ? '' : `after:${written(zone, fired.from)} `
  // Otherwise, the dates would limit only the first side of an OR.
  const limited = parse(messages).query.kind === 'or' ? `(${messages})` : messages
  return `${after}before:${written(zone, before)} ${limited}`.trim()
}

/** Formats a time for a search: only the date if it is midnight, otherwise the date and the time to the minute. */
function written(zone: string, second: number): string {
  // The archive may end at any second; rounding up to the next minute includes all of it.
  const { date, time } = wallTime(zone, Math.ceil(second / 60) * 60_000)
  return time === '00:00' ? date : `${date}T${time}`
}
