import type { DraftPeople, Person } from '#shared/contract/base/draft.ts'
import { isMailAddress } from '../../../text/mail-address.ts'
import { columnsInUse, folded, type GridColumn } from './grid-columns.ts'

/** A row’s problems, as bits. */
export const rowFlags = { wrong: 1, duplicate: 2, hole: 4, noAddress: 8 } as const

export type PeopleScan = {
  /** A set of bits per row. */
  readonly flags: Uint8Array
  readonly wrong: number
  readonly noAddress: number
  /** Rows with an address that occurs in an earlier row. */
  readonly duplicates: number
  /** Rows with missing values, and all missing values of variables used in the message. */
  readonly holeRows: number
  readonly holes: number
  /** The number of missing values in each of the draft’s columns in use. */
  readonly holesOf: ReadonlyMap<number, number>
  /** For each row that repeats an address, the first row that has it. */
  readonly firstOf: ReadonlyMap<number, number>
}

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

/** Examines every row. Yields regularly, so that a page can do other work in between. */
export function* scanPeople({ rows }: DraftPeople, columns: readonly GridColumn[]): Generator<void, PeopleScan> {
  const { used, missing } = columnsInUse(columns)
  const flags = new Uint8Array(rows.length)
  const first = new Map<string, number>()
  const firstOf = new Map<number, number>()
  const perColumn = used.map(() => 0)
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
    const holes = missing + countHoles(person, used, perColumn)
    if (holes > 0) bits |= rowFlags.hole
    flags[row] = bits
    counts.holes += holes
    if (holes > 0) counts.holeRows++
    if (bits & rowFlags.wrong) counts.wrong++
    if (bits & rowFlags.noAddress) counts.noAddress++
    if (bits & rowFlags.duplicate) counts.duplicates++
  }
  return { flags, ...counts, holesOf: new Map(used.map((index, at) => [index, perColumn[at]!])), firstOf }
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

function countHoles({ values }: Person, used: readonly number[], perColumn: number[]): number {
  let holes = 0
  for (let at = 0; at < used.length; at++) {
    if ((values[used[at]!] ?? null) !== null) continue
    holes++
    perColumn[at]!++
  }
  return holes
}

/**
 * Returns the next empty cell after the given one. The search goes row by row and starts again from the top after the
 * last cell. `columns` are the table’s columns.
 */
export function nextHole(
  { rows }: DraftPeople,
  columns: readonly GridColumn[],
  from: { readonly row: number; readonly column: number },
): { row: number; column: number } | null {
  const open = columns.flatMap((column, position) =>
    column.kind === 'missing' || (column.kind === 'value' && column.use === 'variable') ? [position] : [],
  )
  if (open.length === 0 || rows.length === 0) return null
  const isHole = (row: number, position: number) => {
    const column = columns[position]!
    return column.kind !== 'value' || (rows[row]!.values[column.index] ?? null) === null
  }
  for (let step = 0; step <= rows.length; step++) {
    const row = (Math.max(0, from.row) + step) % rows.length
    const position = open.find(
      (at) =>
        (step > 0 || at > from.column) && (step < rows.length || at <= from.column || from.row < 0) && isHole(row, at),
    )
    if (position !== undefined) return { row, column: position }
  }
  return null
}
