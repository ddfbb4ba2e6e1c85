import type { ReportSpan } from '../../contract/base/report-choices.ts'
import { addDays, dayNumbers, type DateRange } from './days.ts'

/** Returns the days that a scheduled run covers. Today is left out, because it has not ended yet. */
export function spanDays(span: ReportSpan, today: string): DateRange {
  const yesterday = addDays(today, -1)
  if (span === 'yesterday') return { from: yesterday, to: yesterday }
  if (span === 'last-7-days') return { from: addDays(today, -7), to: yesterday }
  if (span === 'last-30-days') return { from: addDays(today, -30), to: yesterday }
  const [year, month] = dayNumbers(today)
  const first = new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 10)
  return { from: first, to: addDays(`${today.slice(0, 8)}01`, -1) }
}
