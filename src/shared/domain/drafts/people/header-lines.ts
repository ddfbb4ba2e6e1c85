import type { DraftContent, DraftPeople, Person } from '#shared/contract/base/draft.ts'
import { columnUse } from '../person-values.ts'
import { placeholders } from '../substitution.ts'
import { folded } from './grid-columns.ts'

/** A cell that becomes part of an email’s header line: the recipient’s name, or the column with this index. */
export type HeaderCell = 'name' | number

/**
 * Characters that make the service refuse the whole call if they are in a header. A line break would begin another
 * header.
 */
const broken = /[\p{Cc}\p{Zl}\p{Zp}]/u
const brokenRuns = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/**
 * Returns a function that finds the cells of a row whose text isn’t allowed in a header. Everything that all rows have
 * in common is computed in advance. A recipient’s subject replaces the message’s subject together with its variables.
 * Other headers are the same for all recipients and have no variables filled in.
 */
export function headerLineRule(
  { subject }: Pick<DraftContent, 'subject'>,
  columns: DraftPeople['columns'],
): (person: Person) => readonly HeaderCell[] {
  const columnOf = (name: string) => columns.findLastIndex((column) => folded(column) === folded(name))
  const columnsIn = (text: string) =>
    placeholders(text)
      .filter((name) => columnUse(name).kind === 'variable')
      .map(columnOf)
      .filter((column) => column >= 0)
  const ownColumn = columnOf('subject')
  const commonColumns = columnsIn(subject)
  return ({ name, values }) => {
    const own = values[ownColumn] ?? ''
    const used = own === '' ? commonColumns : [ownColumn, ...(own.includes('{{') ? columnsIn(own) : [])]
    const found: HeaderCell[] = used.filter((column) => broken.test(values[column] ?? ''))
    // Blanks around a name are not sent.
    return broken.test(name.trim()) ? ['name', ...found] : found
  }
}

function onOneLine(text: string): string {
  return text.replace(brokenRuns, ' ').trim()
}

const rowsAtATime = 500

/** Puts the text of each broken cell in a column on a single line. Correct rows remain the same objects. */
export function* withHeaderLines(
  { subject }: Pick<DraftContent, 'subject'>,
  { columns, rows }: DraftPeople,
  cell: HeaderCell,
): Generator<void, DraftPeople> {
  const brokenCells = headerLineRule({ subject }, columns)
  const mended: Person[] = []
  for (const person of rows) {
    if (mended.length % rowsAtATime === rowsAtATime - 1) yield
    if (!brokenCells(person).includes(cell)) mended.push(person)
    else if (cell === 'name') mended.push({ ...person, name: onOneLine(person.name) })
    else mended.push({ ...person, values: person.values.with(cell, onOneLine(person.values[cell] ?? '')) })
  }
  return { columns, rows: mended }
}
