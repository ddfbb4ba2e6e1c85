import { AppError } from '#shared/contract/base/error.ts'
import { dateSpan, isDate } from '#shared/domain/query/period.ts'

/** Epoch milliseconds, both inclusive. */
export type Instants = { readonly begin: number; readonly end: number }

type Days = { readonly from: string; readonly to: string }

export function requireOrder({ from, to }: Days): void {
  if (to < from) throw new AppError('invalid-input', 'The start date is after the end date. Choose another period.')
}

/** The only place where a zone’s days are converted to instants: the service does not support time zones. */
export function instantsOf({ from, to }: Days, zone: string): Instants {
  requireOrder({ from, to })
  // The contract allows years below 100, which no search supports.
  if (!isDate(from) || !isDate(to))
    throw new AppError(
      'invalid-input',
      'The service has no statistics for the year in which this period begins or ends. Choose another period.',
    )
  const context = { now: 0, zone }
  const begin = Math.max(0, dateSpan(from, context).from * 1000)
  return { begin, end: Math.max(begin, dateSpan(to, context).to * 1000 - 1000) }
}

/** The UTC days that a period touches. In most zones, the first and last are partial. */
export function utcDaysOf({ begin, end }: Instants): Days {
  return { from: utcDayOf(begin), to: utcDayOf(end) }
}

export function utcDayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10)
}
