import { AppError } from '#shared/contract/base/error.ts'
import { dateSpan, isDate } from '#shared/domain/query/period.ts'

/** Epoch milliseconds, both included. */
export type Instants = { readonly begin: number; readonly end: number }

/** The one place where days of a zone become moments: the service knows no zones. */
export function instantsOf({ from, to }: { from: string; to: string }, zone: string): Instants {
  for (const day of [from, to]) {
    if (day.length !== 10 || !isDate(day)) throw new AppError('invalid-input', 'The period needs two days.')
  }
  const context = { now: 0, zone }
  const begin = Math.max(0, dateSpan(from, context).from * 1000)
  const end = dateSpan(to, context).to * 1000 - 1000
  if (end < begin) throw new AppError('invalid-input', 'The period ends before it begins.')
  return { begin, end }
}

/** The UTC days that a period touches. In most zones the first and the last are cut. */
export function utcDaysOf({ begin, end }: Instants): { from: string; to: string } {
  return { from: utcDayOf(begin), to: utcDayOf(end) }
}

export function utcDayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10)
}
