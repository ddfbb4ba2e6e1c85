import { addDays, dayCount, type DateRange } from '../base/days.ts'

export const periodComparisons = ['period', 'year', 'none'] as const
export type PeriodComparison = (typeof periodComparisons)[number]

/** The days that a period is compared with; undefined for none. */
export function comparedPeriod(range: DateRange, comparison: PeriodComparison): DateRange | undefined {
  if (comparison === 'none') return undefined
  if (comparison === 'year') return { from: yearBefore(range.from), to: yearBefore(range.to) }
  const days = dayCount(range)
  return { from: addDays(range.from, -days), to: addDays(range.to, -days) }
}

/** 29 February has no day of its own a year before: the day before March takes its place. */
function yearBefore(day: string): string {
  const year = Number(day.slice(0, 4)) - 1
  const same = `${String(year).padStart(4, '0')}${day.slice(4)}`
  return addDays(same, 0) === same ? same : `${same.slice(0, 5)}02-28`
}

export function periodText({ from, to }: DateRange): string {
  return `after:${from} before:${addDays(to, 1)}`
}

/** Every day of a period: days without messages are part of it. */
export function daysOf({ from, to }: DateRange): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}
