import type { DraftPeople, Person } from '#shared/contract/base/draft.ts'
import { folded } from './grid-columns.ts'
import { rowFlags, type PeopleScan } from './scan-people.ts'

/** The recipients that the table shows. */
export const rowFilters = ['all', 'holes', 'addresses', 'duplicates'] as const
export type RowFilter = (typeof rowFilters)[number]

const bitsOf: Readonly<Record<RowFilter, number>> = {
  all: 0,
  holes: rowFlags.hole,
  addresses: rowFlags.wrong | rowFlags.noAddress,
  duplicates: rowFlags.duplicate,
}

const rowsAtATime = 500

/**
 * Finds the indexes of the rows that match a filter and a search text. A row must contain every word of the text. Null
 * means all rows.
 */
export function* findRows(
  { rows }: DraftPeople,
  { flags, firstOf }: Pick<PeopleScan, 'flags' | 'firstOf'>,
  { filter, text }: { readonly filter: RowFilter; readonly text: string },
): Generator<void, number[] | null> {
  const words = folded(text).split(/\s+/).filter(Boolean)
  if (filter === 'all' && words.length === 0) return null
  const bits = bitsOf[filter]
  // An address’s first row is shown along with the rows that repeat it.
  const repeated = filter === 'duplicates' ? new Set(firstOf.values()) : new Set<number>()
  const found: number[] = []
  for (let row = 0; row < rows.length; row++) {
    if (row % rowsAtATime === rowsAtATime - 1) yield
    const fits = bits === 0 || ((flags[row] ?? 0) & bits) !== 0 || repeated.has(row)
    if (fits && hasWords(rows[row]!, words)) found.push(row)
  }
  return found
}

function hasWords({ address, name, values }: Person, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const whole = [address, name, ...values].join('\n').toLowerCase()
  return words.every((word) => whole.includes(word))
}
