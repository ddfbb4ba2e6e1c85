import type { Person } from '#shared/contract/base/draft.ts'
import { folded } from './grid-columns.ts'

/** A recipient as last seen, and their row at that time. */
export type SeenPerson = { readonly person: Person; readonly row: number }

/**
 * Returns the recipient’s current row, or -1 if they are gone. Rows move when others are removed, perhaps in another
 * window. A recipient who has been edited is a different object, so they are recognized by their address.
 */
export function rowNow(rows: readonly Person[], { person, row }: SeenPerson): number {
  const isSame = (other: Person | undefined): boolean =>
    other !== undefined && folded(other.address.trim()) === folded(person.address.trim())
  if (rows[row] === person) return row
  const index = rows.indexOf(person)
  if (index >= 0) return index
  if (isSame(rows[row])) return row
  return person.address.trim() === '' ? -1 : rows.findIndex(isSame)
}

/**
 * Adjusts row numbers after rows have been removed or inserted, while the others are still in the same order. Numbers
 * of removed rows are left out.
 */
export function movedRows(
  found: readonly number[],
  before: readonly Person[],
  after: readonly Person[],
): readonly number[] {
  if (before.length === after.length) return found
  const removes = after.length < before.length
  const moved: number[] = []
  let [old, now, next] = [0, 0, 0]
  while (old < before.length && next < found.length) {
    if (before[old] === after[now]) {
      if (found[next] === old) {
        moved.push(now)
        next++
      }
      old++
      now++
    } else if (removes) {
      if (found[next] === old) next++
      old++
    } else if (now < after.length) now++
    else break
  }
  return moved
}
