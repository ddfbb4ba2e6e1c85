import type { DraftPeople, Person } from '#shared/contract/base/draft.ts'
import { mostColumns } from '#shared/contract/base/draft-limits.ts'
import { isMailAddress } from '../../../text/mail-address.ts'
import { folded, type GridColumn } from './grid-columns.ts'
import type { NeededValue } from './missing-values.ts'

/** A row’s problems, as bits. */
export const rowFlags = { wrong: 1, duplicate: 2, hole: 4, noAddress: 8 } as const

export type PeopleScan = {
  /** A set of bits per row. */
  readonly flags: Uint8Array
  readonly wrong: number
  readonly noAddress: number
  /** Rows with an address that occurs in an earlier row. */
  readonly duplicates: number
  /** Rows with empty cells that would leave a placeholder in the recipient’s email, and the number of these cells. */
  readonly holeRows: number
  readonly holes: number
  /** The number of these cells by column: its index in the draft; for a variable without a column its name, folded. */
  readonly holesOf: ReadonlyMap<number | string, number>
  /** For each row that repeats an address, the first row that has it. */
  readonly firstOf: ReadonlyMap<number, number>
  /** The variables for which at least one recipient needs a value, but no more than there can be columns. */
  readonly needed: readonly string[]
}

/** Lists the values that a recipient needs. */
export type NeededOf = (person: Person) => readonly NeededValue[]

/** A row that changes is replaced by another object, so each object needs to be examined only once. */
const addresses = new WeakMap<Person, { key: string; isWrong: boolean }>()

function addressOf(person: Person): { key: string; isWrong: boolean } {
  const known = addresses.get(person)
  if (known) return known
  const address = person.address.trim()
  const found = { key: folded(address), isWrong: address !== '' && !isMailAddress(address) }
  addresses.set(person, found)
  return found
}

/** How many rows are examined between pauses, for a caller that runs the scan in slices. */
const rowsAtATime = 500

/**
 * Examines every row. Yields regularly, so that a page can do other work in between. Without `needed`, only the addresses
 * are examined.
 */
export function* scanPeople({ rows }: DraftPeople, needed: NeededOf = () => []): Generator<void, PeopleScan> {
  const holesOf = new Map<number | string, number>()
  const lists = new Set<readonly NeededValue[]>()
  const names = new Map<string, string>()
  const flags = new Uint8Array(rows.length)
  const first = new Map<string, number>()
  const firstOf = new Map<number, number>()
  const counts = { wrong: 0, noAddress: 0, duplicates: 0, holeRows: 0, holes: 0 }
  for (let row = 0; row < rows.length; row++) {
    if (row % rowsAtATime === rowsAtATime - 1) yield
    const person = rows[row]!
    const { key, isWrong } = addressOf(person)
    let bits = 0
    if (key === '') bits |= rowFlags.noAddress
    else if (isWrong) bits |= rowFlags.wrong
    const earlier = key === '' ? undefined : first.get(key)
    if (earlier === undefined) first.set(key, row)
    else {
      bits |= rowFlags.duplicate
      firstOf.set(row, earlier)
    }
    const values = needed(person)
    if (names.size < mostColumns && !lists.has(values)) {
      lists.add(values)
      for (const { key, name } of values) names.set(key, name)
    }
    const holes = countHoles(person, values, holesOf)
    if (holes > 0) bits |= rowFlags.hole
    flags[row] = bits
    counts.holes += holes
    if (holes > 0) counts.holeRows++
    if (bits & rowFlags.wrong) counts.wrong++
    if (bits & rowFlags.noAddress) counts.noAddress++
    if (bits & rowFlags.duplicate) counts.duplicates++
  }
  return { flags, ...counts, holesOf, firstOf, needed: [...names.values()].slice(0, mostColumns) }
}

/**
 * Finds rows whose address occurs in an earlier row. Unlike a scan, the result is always up to date with the people.
 */
export function repeatedRows({ rows }: DraftPeople): number[] {
  const seen = new Set<string>()
  const repeated: number[] = []
  for (const [row, person] of rows.entries()) {
    const { key } = addressOf(person)
    if (key === '') continue
    if (seen.has(key)) repeated.push(row)
    else seen.add(key)
  }
  return repeated
}

/** A column whose cells can be filled in with the values of a variable. */
type ValueColumn = Extract<GridColumn, { readonly name: string }>

function hasValues(column: GridColumn): column is ValueColumn {
  return column.kind === 'missing' || (column.kind === 'value' && column.use === 'variable')
}

const keyOf = (column: ValueColumn): number | string => (column.kind === 'value' ? column.index : folded(column.name))

function countHoles({ values }: Person, needed: readonly NeededValue[], holesOf: Map<number | string, number>): number {
  let holes = 0
  for (const { place, key, ordinary } of needed) {
    if (!ordinary || (values[place] ?? null) !== null) continue
    const column = place < 0 ? key : place
    holesOf.set(column, (holesOf.get(column) ?? 0) + 1)
    holes++
  }
  return holes
}

/** Whether the recipient’s cell in a column is empty and would leave a placeholder in the email. */
export function isHole(column: GridColumn, { values }: Person, needed: readonly NeededValue[]): boolean {
  if (!hasValues(column)) return false
  const wanted = keyOf(column)
  return needed.some(({ place, key }) => (place < 0 ? key : place) === wanted && (values[place] ?? null) === null)
}

/** Returns the number of recipients whose cell in a column is empty although they need its value. */
export function holesIn(column: GridColumn, scan: PeopleScan | undefined): number {
  return (hasValues(column) && scan?.holesOf.get(keyOf(column))) || 0
}

/**
 * Returns the next empty cell after the given one whose value the recipient needs. The search goes row by row and starts
 * again from the top after the last cell. Positions are those of the table’s columns.
 */
export function nextHole(
  { rows }: DraftPeople,
  { columns, needed }: { readonly columns: readonly GridColumn[]; readonly needed: NeededOf },
  from: { readonly row: number; readonly column: number },
): { row: number; column: number } | null {
  for (let step = 0; step <= rows.length && rows.length > 0; step++) {
    const row = (Math.max(0, from.row) + step) % rows.length
    const person = rows[row]!
    const empty = needed(person).filter(({ place }) => (person.values[place] ?? null) === null)
    if (empty.length === 0) continue
    const position = columns.findIndex(
      (column, at) =>
        (step > 0 || at > from.column) &&
        (step < rows.length || at <= from.column || from.row < 0) &&
        isHole(column, person, empty),
    )
    if (position >= 0) return { row, column: position }
  }
  return null
}
