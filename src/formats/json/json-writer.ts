import { createDateText } from '../base/cell-dates.ts'
import { tableStream } from '../base/table.ts'
import type { Cell, RowBatches, TableOptions, TableStream } from '../base/table.ts'
import { TextChunks } from '../base/text-chunks.ts'

// Lone surrogates (Cs) must be escaped, as JSON.stringify does.
const needsEscape = /["\\\p{Cc}\p{Cs}]/u

/** The text around the records; `empty` is the whole file when there are none. */
type Frame = { start: string; between: string; end: string; empty: string }

/**
 * An array of objects, one per line. Empty cells are left out, as the service leaves out absent fields; dates default to
 * epoch seconds, as the service writes them.
 */
export function writeJson(columns: readonly string[], batches: RowBatches, options: TableOptions = {}): TableStream {
  return writeRecords(columns, batches, options, { start: '[\n', between: ',\n', end: '\n]\n', empty: '[]\n' })
}

/** The same objects without the array: programs read them line by line, and files can be joined. */
export function writeJsonLines(
  columns: readonly string[],
  batches: RowBatches,
  options: TableOptions = {},
): TableStream {
  return writeRecords(columns, batches, options, { start: '', between: '\n', end: '\n', empty: '' })
}

function writeRecords(
  columns: readonly string[],
  batches: RowBatches,
  { jsonColumns, offsetMinutes, dates = 'epoch' }: TableOptions,
  { start, between, end, empty }: Frame,
): TableStream {
  return tableStream(async function* (report) {
    const keys = columns.map((column) => `${JSON.stringify(column)}:`)
    const dateText = createDateText(offsetMinutes, dates)
    const dateValue = dates === 'epoch' ? dateText : (date: Date) => quotedUnlessEmpty(dateText(date))
    const writers = columns.map((_, column) => (jsonColumns?.has(column) ? unchanged : createCellText(dateValue)))
    const chunks = new TextChunks()
    for await (const batch of batches) {
      for (const row of batch) {
        let line = ''
        for (let column = 0; column < keys.length; column += 1) {
          const value = writers[column]!(row[column] ?? null)
          if (value !== '') line += (line === '' ? '' : ',') + keys[column] + value
        }
        chunks.add((report.rows === 0 ? start : between) + '{' + line + '}')
        report.rows += 1
        if (chunks.isReady) yield chunks.take()
      }
    }
    chunks.add(report.rows === 0 ? empty : end)
    yield chunks.take()
  })
}

/** The text of a JSON column. */
function unchanged(cell: Cell): string {
  return cell === null ? '' : String(cell)
}

function createCellText(dateValue: (date: Date) => string): (cell: Cell) => string {
  return (cell) => {
    if (typeof cell === 'string') return needsEscape.test(cell) ? JSON.stringify(cell) : `"${cell}"`
    if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : ''
    return cell === null ? '' : dateValue(cell)
  }
}

function quotedUnlessEmpty(text: string): string {
  return text === '' ? '' : `"${text}"`
}
