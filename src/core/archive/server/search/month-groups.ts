import type { Month } from '../record/months.ts'

export type MonthRows = Pick<Month, 'first' | 'stop'>

/**
 * Divides the months into groups of 1, 3, 9 and so on, in the page’s order. Most pages are full after the first group.
 */
export function groupsOf(months: readonly MonthRows[], descending: boolean): MonthRows[] {
  const left = descending ? months.toReversed() : [...months]
  const groups: MonthRows[] = []
  for (let size = 1; left.length > 0; size *= 3) {
    const part = left.splice(0, size)
    groups.push({
      first: Math.min(...part.map(({ first }) => first)),
      stop: Math.max(...part.map(({ stop }) => stop)),
    })
  }
  return groups
}
