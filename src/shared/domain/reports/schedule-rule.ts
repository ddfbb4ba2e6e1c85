import type { ReportRhythm, ReportSpan } from '../../contract/reports.ts'
import { addDays, dayNumbers, type DateRange } from '../base/days.ts'
import { dayIn } from '../base/zone-day.ts'
import { dateSpan } from '../query/period.ts'

/** The first moment after this one at which the rhythm asks for a report, in milliseconds. */
export function nextRun(rhythm: ReportRhythm, zone: string, after: number): number {
  const today = dayIn(zone, after)
  // The longest wait is from the end of one month to the end of the next.
  for (let ahead = 0; ahead <= 62; ahead++) {
    const day = addDays(today, ahead)
    if (!isDue(rhythm, day)) continue
    // A time that the clocks skip in spring is the moment after the gap; one that comes twice is the first.
    const at = dateSpan(`${day}T${rhythm.time}`, { now: after, zone }).from * 1000
    if (at > after) return at
  }
  throw new Error('A rhythm has a day in every two months.')
}

function isDue({ every, weekday, monthDay }: ReportRhythm, day: string): boolean {
  if (every === 'day') return true
  const [year, month, date] = dayNumbers(day)
  if (every === 'week') return (new Date(Date.UTC(year, month - 1, date)).getUTCDay() || 7) === weekday
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return date === Math.min(monthDay, last)
}

/** Whole days only: today is not over yet. */
export function spanDays(span: ReportSpan, today: string): DateRange {
  const yesterday = addDays(today, -1)
  if (span === 'yesterday') return { from: yesterday, to: yesterday }
  if (span === 'last-7-days') return { from: addDays(today, -7), to: yesterday }
  if (span === 'last-30-days') return { from: addDays(today, -30), to: yesterday }
  const [year, month] = dayNumbers(today)
  const first = new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 10)
  return { from: first, to: addDays(`${today.slice(0, 8)}01`, -1) }
}
