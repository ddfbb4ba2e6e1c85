import type { DraftPeople, Person } from '#shared/contract/base/draft.ts'
import { mostColumns, mostOwnFiles, mostPeople } from '#shared/contract/base/draft-limits.ts'
import { longestColumnName } from './column-name.ts'
import { folded, type GridColumn } from './grid-columns.ts'
import { readMailbox } from './mailbox-text.ts'

/** In characters: the longest address or name, and the longest value, that a draft can store. */
const longestName = 1000
const longestValue = 20_000

export const noPerson: Person = { address: '', name: '', values: [], parts: [] }

/** Returns the text that the cell shows, or null if no value was entered. */
export function cellOf(person: Person, column: GridColumn): string | null {
  if (column.kind === 'address') return person.address
  if (column.kind === 'name') return person.name
  return column.kind === 'value' ? (person.values[column.index] ?? null) : null
}

/** A cell to write; null empties it. */
type CellChange = { readonly row: number; readonly column: GridColumn; readonly text: string | null }

type Draft = { address: string; name: string; values: (string | null)[]; parts: Person['parts'] }

/** Writes cells, creating rows and columns as needed. Rows without changes remain the same objects. */
export function withCells(people: DraftPeople, changes: Iterable<CellChange>): DraftPeople {
  const columns = [...people.columns]
  const rows = [...people.rows]
  const drafts = new Map<number, Draft>()
  for (const { row, column, text } of changes) {
    if (row >= mostPeople) continue
    while (rows.length <= row) rows.push(noPerson)
    let draft = drafts.get(row)
    if (!draft) drafts.set(row, (draft = { ...rows[row]!, values: [...rows[row]!.values] }))
    if (column.kind === 'address') Object.assign(draft, addressCell(text ?? '', draft.name))
    else if (column.kind === 'name') draft.name = (text ?? '').slice(0, longestName)
    else {
      const index = column.kind === 'value' ? column.index : indexOf(columns, column.name)
      if (index >= 0) setValue(draft.values, index, text)
    }
  }
  for (const [row, draft] of drafts) rows[row] = draft
  return { columns, rows }
}

/**
 * Returns the index of the column with this name. If it is missing, it is added, provided that there is room for it.
 */
function indexOf(columns: string[], name: string): number {
  const found = columns.findLastIndex((column) => folded(column) === folded(name))
  if (found >= 0 || columns.length >= mostColumns) return found
  return columns.push(name.slice(0, longestColumnName)) - 1
}

/** An address with a name fills both cells. An address without a name leaves the name unchanged. */
function addressCell(text: string, name: string): { address: string; name: string } {
  const read = readMailbox(text)
  return {
    address: read.address.slice(0, longestName),
    name: read.name === '' ? name : read.name.slice(0, longestName),
  }
}

function setValue(values: (string | null)[], index: number, text: string | null): void {
  while (values.length <= index) values.push(null)
  values[index] = text === null ? null : text.slice(0, longestValue)
}

export function withRows(people: DraftPeople, at: number, added: readonly Person[]): DraftPeople {
  const room = Math.max(0, mostPeople - people.rows.length)
  // Uses `concat`, because a call accepts fewer arguments than there may be rows.
  return { ...people, rows: people.rows.slice(0, at).concat(added.slice(0, room), people.rows.slice(at)) }
}

export function withoutRows(people: DraftPeople, removed: readonly number[]): DraftPeople {
  const gone = new Set(removed)
  return { ...people, rows: people.rows.filter((_person, index) => !gone.has(index)) }
}

export function withColumn(people: DraftPeople, name: string): DraftPeople {
  if (people.columns.length >= mostColumns) return people
  return { ...people, columns: [...people.columns, name.trim().slice(0, longestColumnName)] }
}

export function withoutColumn({ columns, rows }: DraftPeople, index: number): DraftPeople {
  return {
    columns: columns.toSpliced(index, 1),
    rows: rows.map((person) =>
      person.values.length > index ? { ...person, values: person.values.toSpliced(index, 1) } : person,
    ),
  }
}

export function withColumnName(people: DraftPeople, index: number, name: string): DraftPeople {
  return { ...people, columns: people.columns.with(index, name.trim().slice(0, longestColumnName)) }
}

/** Fills all of a column’s empty cells with the same text. */
export function withHolesFilled(people: DraftPeople, column: GridColumn, text: string): DraftPeople {
  const changes = people.rows.flatMap((person, row): CellChange[] =>
    cellOf(person, column) === null ? [{ row, column, text }] : [],
  )
  return withCells(people, changes)
}

export function withPart(people: DraftPeople, given: readonly number[], part: string, has: boolean): DraftPeople {
  const rows = new Set(given)
  return {
    ...people,
    rows: people.rows.map((person, index) => {
      if (!rows.has(index) || person.parts.includes(part) === has) return person
      return {
        ...person,
        parts: has ? [...person.parts, part].slice(0, mostOwnFiles) : person.parts.filter((id) => id !== part),
      }
    }),
  }
}
