import type { MessageRow } from '#shared/contract/messages.ts'
import { archiveColumn } from '#shared/domain/exports/archive-columns.ts'
import { archiveTable } from '#shared/domain/exports/archive-rows.ts'
import { plainLine } from '../text/cells.ts'
import { TextTable } from '../text/text-table.ts'
import type { Search } from './read-search.ts'

type Cell = string | number | Date | null

/** Returns a function that formats messages, page by page. */
export function rowWriter(
  { form, columns, zone }: Pick<Search, 'form' | 'columns' | 'zone'>,
  width: number,
): (rows: readonly MessageRow[]) => string {
  const table = archiveTable({ format: form === 'json' ? 'jsonl' : 'csv', columns, keyNames: new Map() })
  if (form === 'json') {
    const names = table.columns.map((name) => JSON.stringify(name))
    const line = (cells: readonly Cell[]): string =>
      `{${cells.map((cell, at) => `${names[at]}:${jsonOf(cell, table.jsonColumns.has(at))}`).join(',')}}\n`
    return (rows) => rows.map((row) => line(table.rowOf(row))).join('')
  }
  if (form === 'lines') return (rows) => rows.map((row) => plainLine(table.rowOf(row).map(textOf))).join('')
  const shown = new TextTable(columns.map(columnOf), width)
  return (rows) => shown.add(rows.map((row) => table.rowOf(row).map((cell) => shownOf(cell, zone))))
}

function columnOf(id: string): { heading: string; isCut: boolean } {
  const { heading, kind } = archiveColumn(id)!
  return { heading, isCut: kind !== 'number' && kind !== 'date' }
}

/** Metadata and lists arrive as JSON text. */
function jsonOf(cell: Cell, isJson: boolean): string {
  if (isJson) return (cell as string | null) ?? 'null'
  return JSON.stringify(cell)
}

function textOf(cell: Cell): string {
  if (cell === null) return ''
  return cell instanceof Date ? cell.toISOString() : String(cell)
}

/** Times are shown in this time zone, to the minute. */
function shownOf(cell: Cell, zone: string): string {
  if (!(cell instanceof Date)) return textOf(cell)
  return cell.toLocaleString('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
}
