import { addDays, dayCount, type DateRange } from '../base/days.ts'

export const periodComparisons = ['week', 'period', 'year', 'none'] as const
export type PeriodComparison = (typeof periodComparisons)[number]

/** In days. */
const week = 7

/**
 * A period of a few days is compared with the same weekdays, because a newsletter on Tuesdays says nothing about a
 * weekend.
 */
export function usualComparison(range: DateRange): PeriodComparison {
  return dayCount(range) < week ? 'week' : 'period'
}

export function comparisonName(comparison: PeriodComparison, range: DateRange): string {
  switch (comparison) {
    case 'week':
      return dayCount(range) <= week ? 'Same days last week' : 'Same weekdays before'
    case 'period':
      return 'Previous period'
    case 'year':
      return 'Previous year'
    case 'none':
      return 'No comparison'
  }
}

/** Returns the days with which a period is compared; undefined for no comparison. */
export function comparedPeriod(range: DateRange, comparison: PeriodComparison): DateRange | undefined {
  if (comparison === 'none') return undefined
  if (comparison === 'year') return { from: yearBefore(range.from), to: yearBefore(range.to) }
  const days = dayCount(range)
  // Goes back by whole weeks, and far enough for the two periods to have no day in common.
  const back = comparison === 'week' ? Math.ceil(days / week) * week : days
  return { from: addDays(range.from, -back), to: addDays(range.to, -back) }
}

/** Returns the same day a year earlier. 29 February has no counterpart, so 28 February is returned for it. */
function yearBefore(day: string): string {
  const year = Number(day.slice(0, 4)) - 1
  const same = `${String(year).padStart(4, '0')}${day.slice(4)}`
  return addDays(same, 0) === same ? same : `${same.slice(0, 5)}02-28`
}

export function periodText({ from, to }: DateRange): string {
  return `after:${from} before:${addDays(to, 1)}`
}

/** Returns all days in a period, including days without messages. */
export function daysOf({ from, to }: DateRange): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}
