import type { Query } from '#shared/domain/query/ast.ts'
import { spanOfTerm, type ReadingContext, type Span } from '#shared/domain/query/period.ts'
import { lastSecond } from '../../engine/record/row-number.ts'

/** The first unit of a period and the first unit after it. */
export type WholePeriod = { readonly first: number; readonly stop: number }

/** Larger than any unit, and small enough for the server’s columns. */
const lastUnit = 2 ** 31 - 1

/**
 * Returns the search’s period if the search has no other condition and the period consists of whole units of this many
 * seconds. The messages in such a period are already counted. Returns null for any other search.
 */
export function wholePeriodOf(query: Query, context: ReadingContext, unit: number): WholePeriod | null {
  const span = spanOfQuery(query, context)
  if (span === null) return null
  const { from, to } = span
  // The first and the last second that rows can represent also contain all earlier and all later messages.
  const fits = (second: number): boolean => second % unit === 0 && second > 0 && second <= lastSecond
  if ((from !== -Infinity && !fits(from)) || (to !== Infinity && !fits(to))) return null
  return { first: from === -Infinity ? 0 : from / unit, stop: to === Infinity ? lastUnit : to / unit }
}

function spanOfQuery(query: Query, context: ReadingContext): Span | null {
  switch (query.kind) {
    case 'all':
      return { from: -Infinity, to: Infinity }
    case 'date':
    case 'last':
      return spanOfTerm(query, context)
    case 'and': {
      const spans = query.parts.map((part) => spanOfQuery(part, context))
      return spans.reduce((one, other) => {
        return one && other && { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }
      })
    }
    default:
      return null
  }
}
