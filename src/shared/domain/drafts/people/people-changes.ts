import type { DraftPeople, PeopleChange, Person } from '#shared/contract/base/draft.ts'
import { mostRowsAtOnce } from '#shared/contract/base/draft-limits.ts'

/** In characters. A call much larger than this would keep other calls waiting. */
const mostLetters = 250_000

/**
 * Finds the changes between two tables, in pieces each of which fits into one call. Rows are compared as objects, so an
 * edit must keep the objects of all rows that it doesn’t change.
 */
export function* peopleChanges(before: DraftPeople, after: DraftPeople): Generator<PeopleChange> {
  const [start, end] = sameEnds(before.rows, after.rows)
  const added = after.rows.slice(start, after.rows.length - end)
  const change: PeopleChange = { at: start, remove: before.rows.length - end - start, rows: [] }
  const columns = sameTexts(before.columns, after.columns) ? undefined : after.columns
  if (columns) change.columns = columns
  let rest = added
  do {
    const count = fitting(rest)
    yield { ...change, rows: rest.slice(0, count) }
    rest = rest.slice(count)
    delete change.columns
    change.at += count
    change.remove = 0
  } while (rest.length > 0)
}

export function withChange(people: DraftPeople, { columns, at, remove, rows }: PeopleChange): DraftPeople {
  return { columns: columns ?? people.columns, rows: people.rows.toSpliced(at, remove, ...rows) }
}

/** Returns how many rows are equal at the start, and how many of the remaining rows are equal at the end. */
function sameEnds(before: readonly Person[], after: readonly Person[]): [start: number, end: number] {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  let end = 0
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  return [start, end]
}

function sameTexts(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, at) => text === other[at])
}

/** Returns how many rows fit into a call. This is one or more, however long the first row is. */
function fitting(rows: readonly Person[]): number {
  let letters = 0
  let count = 0
  while (count < Math.min(rows.length, mostRowsAtOnce)) {
    const { address, name, values, parts } = rows[count]!
    letters += address.length + name.length + parts.length * 40 + 50
    for (const value of values) letters += (value?.length ?? 4) + 3
    if (letters > mostLetters && count > 0) break
    count++
  }
  return count
}
