import { dayNumber } from './calendar.ts'

/** Whole days in a time zone, such as `2026-11-22`. Both ends are included. */
export type DateRange = {
  from: string
  to: string
}

/** Days are counted in UTC, where each has 24 hours: a zone’s clock changes cannot shift a date. */
export function addDays(date: string, days: number): string {
  const [year, month, day] = dayNumbers(date)
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10)
}

export function dayCount({ from, to }: DateRange): number {
  const at = (date: string) => {
    const [year, month, day] = dayNumbers(date)
    return Date.UTC(year, month - 1, day)
  }
  return Math.round((at(to) - at(from)) / 86_400_000) + 1
}

export function dayNumbers(date: string): [number, number, number] {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return [year, month, day]
}

/** Whether the day exists in the calendar; 30 February does not. */
export function isRealDay(day: string): boolean {
  return !Number.isNaN(dayNumber(...dayNumbers(day)))
}
