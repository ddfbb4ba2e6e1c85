import type { Person } from '#shared/contract/base/draft.ts'
import { mostColumns } from '#shared/contract/base/draft-limits.ts'
import { longestColumnName } from './column-name.ts'
import { folded } from './grid-columns.ts'
import type { Role } from './guess-roles.ts'
import { readMailbox } from './mailbox-text.ts'

/** How table cells become recipients. */
type RowReader = {
  /** The draft’s columns, including those that the table adds. */
  readonly columns: readonly string[]
  readonly address: number | undefined
  readonly name: number | undefined
  /** The table’s columns with values (`from`), each with the draft’s column for its values (`to`). */
  readonly values: readonly { readonly from: number; readonly to: number }[]
  /** Columns that did not fit. */
  readonly left: number
}

export function rowReader(given: readonly string[], roles: readonly Role[]): RowReader {
  const columns = [...given]
  const values: { from: number; to: number }[] = []
  let left = 0
  roles.forEach((role, from) => {
    if (role.kind !== 'value') return
    const known = columns.findLastIndex((column) => folded(column) === folded(role.name))
    if (known < 0 && columns.length >= mostColumns) left++
    else values.push({ from, to: known < 0 ? columns.push(role.name.trim().slice(0, longestColumnName)) - 1 : known })
  })
  const positionOf = (kind: Role['kind']) => {
    const position = roles.findIndex((role) => role.kind === kind)
    return position < 0 ? undefined : position
  }
  return { columns, address: positionOf('address'), name: positionOf('name'), values, left }
}

/** Converts a table row to a recipient. Empty cells become null, because nothing was entered there. */
export function personOf({ columns, address, name, values }: RowReader, cells: readonly string[]): Person {
  const mailbox = readMailbox(address === undefined ? '' : (cells[address] ?? ''))
  const own = name === undefined ? '' : (cells[name] ?? '').trim()
  const filled: (string | null)[] = new Array<string | null>(columns.length).fill(null)
  for (const { from, to } of values) {
    const cell = cells[from] ?? ''
    if (cell !== '') filled[to] = cell.slice(0, 20_000)
  }
  return {
    address: mailbox.address.slice(0, 1000),
    name: (own === '' ? mailbox.name : own).slice(0, 1000),
    values: filled,
    parts: [],
  }
}
