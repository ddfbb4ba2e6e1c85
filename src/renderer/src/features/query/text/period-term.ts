import {
  addDays,
  presetRange,
  matchingPreset,
  type DateRange,
  type PresetId,
} from '../../../lib/ui/dates/date-presets.ts'
import { datedTerms } from './query-text.ts'

/** Periods relative to today, in query syntax: a saved view that uses them is still correct tomorrow. */
const relativeTerms: Partial<Record<PresetId, string>> = {
  today: 'on:today',
  yesterday: 'on:yesterday',
  'last-7-days': 'last:7d',
  'last-30-days': 'last:30d',
  'last-90-days': 'last:90d',
}

export function periodTerm(range: DateRange, today: string): string {
  const preset = matchingPreset(range, today)
  return (preset && relativeTerms[preset]) ?? `after:${range.from} before:${addDays(range.to, 1)}`
}

/** Returns the days of a query’s period; undefined if it has none, or one that the calendar can’t show. */
export function periodIn(text: string, today: string): DateRange | undefined {
  const terms = datedTerms(text)
  const preset = Object.entries(relativeTerms).find(([, term]) => terms.length === 1 && term === terms[0])?.[0]
  if (preset) return presetRange(preset as PresetId, today)
  const day = (field: string) => terms.find((term) => term.startsWith(field))?.slice(field.length) ?? ''
  const [from, before] = [day('after:'), day('before:')]
  const isDay = /^\d{4}-\d{2}-\d{2}$/
  if (terms.length !== 2 || !isDay.test(from) || !isDay.test(before)) return undefined
  return { from, to: addDays(before, -1) }
}
