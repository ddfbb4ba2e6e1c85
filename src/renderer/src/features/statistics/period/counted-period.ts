import { secondsPerDay } from '#shared/domain/base/durations.ts'
import { parse } from '#shared/domain/query/parse.ts'
import { spanOfTerm } from '#shared/domain/query/period.ts'
import { addDays, presetRange, type DateRange } from '../../../lib/ui/dates/date-presets.ts'
import { datedTerms, periodTerm, withPeriod } from '../../query/index.ts'

const defaultRange = (today: string) => presetRange('last-30-days', today)

function defaultTerm(today: string): string {
  return periodTerm(defaultRange(today), today)
}

/**
 * Adds the default period to a search without one: the dashboard would otherwise show the entire history, in whose
 * chart the newest days would be indistinguishable.
 */
export function withDefaultPeriod(text: string, today: string): string {
  return datedTerms(text).length > 0 ? text : withPeriod(text, defaultTerm(today))
}

/** Whether removing this condition has no effect, because the dashboard would add it again. */
export function isDefaultPeriod(condition: string, text: string, today: string): boolean {
  return condition === defaultTerm(today) && datedTerms(text).length === 1
}

export function countedPeriod(text: string, today: string): DateRange {
  return wholeDays(text, today) ?? defaultRange(today)
}

/**
 * Returns the reason why a condition isn’t applied, which is that it restricts the period in a way that whole days
 * can’t express. Returns null if the condition is applied.
 */
export function periodProblem(condition: string, text: string, today: string): string | null {
  if (datedTerms(condition).length === 0 || wholeDays(text, today) !== undefined) return null
  return 'This view needs whole days and a start date, so it shows the last 30 days.'
}

function wholeDays(text: string, today: string): DateRange | undefined {
  const ranges = datedTerms(text).map((term) => daysOfTerm(term, today))
  if (ranges.includes(null)) return undefined
  const from = ranges
    .flatMap((range) => range?.from ?? [])
    .sort()
    .at(-1)
  const to = ranges.flatMap((range) => range?.to ?? []).sort()[0]
  return from === undefined ? undefined : { from, to: to ?? today }
}

/**
 * Returns the days of a term; null unless it is a period of whole days. `today` is already a date in the user’s time
 * zone, so the days are calculated in UTC.
 */
function daysOfTerm(term: string, today: string): Partial<DateRange> | null {
  const { query, errors } = parse(term)
  // A term that can’t be parsed restricts nothing; its error is reported separately.
  if (errors.length > 0) return {}
  if (query.kind !== 'date' && query.kind !== 'last') return null
  const span = spanOfTerm(query, { now: Date.parse(today), zone: 'UTC' })
  if (query.kind === 'last') {
    if (query.unit === 'm' || query.unit === 'h') return null
    return { from: dayAt(span.from) }
  }
  const [from, end] = [span.from, span.to].map((second) => (Number.isFinite(second) ? second : null))
  if ([from, end].some((second) => second != null && second % secondsPerDay !== 0)) return null
  return { ...(from != null && { from: dayAt(from) }), ...(end != null && { to: addDays(dayAt(end), -1) }) }
}

function dayAt(second: number): string {
  return new Date(Math.max(second, 0) * 1000).toISOString().slice(0, 10)
}
