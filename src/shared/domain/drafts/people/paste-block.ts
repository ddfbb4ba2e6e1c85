import type { DraftPeople, Person } from '#shared/contract/base/draft.ts'
import { mostPeople } from '#shared/contract/base/draft-limits.ts'
import { withCells } from './edit-people.ts'
import type { GridColumn } from './grid-columns.ts'
import { guessRoles, hasHeaders, type Role } from './guess-roles.ts'
import { personOf, rowReader } from './table-person.ts'

export type Paste = {
  readonly people: DraftPeople
  /** The index of the first row that was written, and the number of rows written. */
  readonly first: number
  readonly rows: number
  /** Whether the first line contained column names. */
  readonly byHeaders: boolean
  /** Rows and columns that did not fit. */
  readonly left: { readonly rows: number; readonly columns: number }
}

type Block = readonly (readonly string[])[]

type Target = {
  readonly columns: readonly GridColumn[]
  /** The upper left cell’s row and column. */
  readonly row: number
  readonly column: number
  /** The visible rows if a filter hides some; null if all are visible. */
  readonly shown: readonly number[] | null
}

/**
 * Writes a block of cells. If its first line contains column names, and one of these columns has addresses, each
 * further line becomes a new recipient, with its cells in the named columns. In an empty table, a block of several
 * columns that include addresses also becomes new recipients. Any other block fills the cells from the target on.
 */
export function* pasteBlock(people: DraftPeople, block: Block, target: Target): Generator<void, Paste> {
  const variables = target.columns.flatMap((column) => ('name' in column ? [column.name] : []))
  const byHeaders = hasHeaders(block, variables)
  const headers = byHeaders ? block[0]! : []
  const body = byHeaders ? block.slice(1) : block
  const roles = guessRoles({ headers, rows: body.slice(0, 50), variables, remembered: {} })
  const hasAddress = roles.some(({ kind }) => kind === 'address')
  const isEmpty = people.rows.every((person) => person.address === '' && person.values.length === 0)
  if (hasAddress && (byHeaders || (isEmpty && (block[0]?.length ?? 0) > 1))) {
    return { ...(yield* appended(isEmpty ? { ...people, rows: [] } : people, body, roles)), byHeaders }
  }
  return { ...(yield* filled(people, block, target)), byHeaders: false }
}

type Written = Generator<void, Omit<Paste, 'byHeaders'>>

const rowsAtATime = 200

function* appended(people: DraftPeople, body: Block, roles: readonly Role[]): Written {
  const reader = rowReader(people.columns, roles)
  const first = people.rows.length
  const room = Math.max(0, mostPeople - first)
  const added: Person[] = []
  let left = 0
  for (const [index, cells] of body.entries()) {
    if (index % rowsAtATime === 0) yield
    if (cells.every((cell) => cell.trim() === '')) continue
    if (added.length < room) added.push(personOf(reader, cells))
    else left++
  }
  return {
    people: { columns: [...reader.columns], rows: people.rows.concat(added) },
    first,
    rows: added.length,
    left: { rows: left, columns: reader.left },
  }
}

function* filled(people: DraftPeople, block: Block, { columns, row, column, shown }: Target): Written {
  const start = shown === null ? row : shown.indexOf(row)
  // Below the last visible row, a block continues in new rows.
  const rowOf = (index: number) =>
    shown === null || start < 0
      ? row + index
      : (shown[start + index] ?? people.rows.length + start + index - shown.length)
  let written = people
  let width = 0
  let rows = 0
  for (let at = 0; at < block.length; at += piece) {
    const changes = block.slice(at, at + piece).flatMap((cells, index) => {
      width = Math.max(width, cells.length)
      const row = rowOf(at + index)
      if (row < mostPeople) rows++
      return cells.flatMap((text, offset) => {
        const to = columns[column + offset]
        return to === undefined ? [] : [{ row, column: to, text: text === '' ? null : text }]
      })
    })
    written = withCells(written, changes)
    yield
  }
  return {
    people: written,
    first: row,
    rows,
    left: { rows: block.length - rows, columns: Math.max(0, column + width - columns.length) },
  }
}

/** The number of rows written at a time. It is large, because the list of all rows is copied each time. */
const piece = 1000
