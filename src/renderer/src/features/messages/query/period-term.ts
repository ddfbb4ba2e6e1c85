import {
  addDays,
  presetRange,
  matchingPreset,
  type DateRange,
  type PresetId,
} from '../../../lib/ui/dates/date-presets.ts'
import { datedTerms } from './query-text.ts'

/** Periods that go on with the calendar, as they are typed: a view that is saved with one means tomorrow what it says. */
const moving: Partial<Record<PresetId, string>> = {
  today: 'on:today',
  yesterday: 'on:yesterday',
  'last-7-days': 'last:7d',
  'last-30-days': 'last:30d',
  'last-90-days': 'last:90d',
}

export function periodTerm(range: DateRange, today: string): string {
  const preset = matchingPreset(range, today)
  return (preset && moving[preset]) ?? `after:${range.from} before:${addDays(range.to, 1)}`
}

/** The days that the period of a query stands for; undefined where there is none, or one that the calendar has no words for. */
export function periodIn(text: string, today: string): DateRange | undefined {
  const terms = datedTerms(text)
  const preset = Object.entries(moving).find(([, term]) => terms.length === 1 && term === terms[0])?.[0]
  if (preset) return presetRange(preset as PresetId, today)
  const day = (field: string) => terms.find((term) => term.startsWith(field))?.slice(field.length) ?? ''
  const [from, before] = [day('after:'), day('before:')]
  const isDay = /^\d{4}-\d{2}-\d{2}$/
  if (terms.length !== 2 || !isDay.test(from) || !isDay.test(before)) return undefined
  return { from, to: addDays(before, -1) }
}
