import { createTimeText } from '../base/cell-dates.ts'
import { cellAdders, decodeText, rowAdder, type ColumnForm } from '../base/column-cells.ts'
import { tableStream } from '../base/table.ts'
import type { Cell, ColumnBatch, Row, RowBatches, TableOptions, TableStream } from '../base/table.ts'
import { TextChunks } from '../base/text-chunks.ts'

// Lone surrogates (Cs) must be escaped, as JSON.stringify does.
const needsEscape = /["\\\p{Cc}\p{Cs}]/u
const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d

/** The text before, between and after the records. `empty` is the complete file if there are no records. */
type Frame = { start: string; between: string; end: string; empty: string }

/**
 * Writes an array of objects, one per line. Empty cells are left out, as the service leaves out absent fields. Dates
 * default to epoch seconds, as in the service’s responses.
 */
export function writeJson(columns: readonly string[], batches: RowBatches, options: TableOptions = {}): TableStream {
  return writeRecords(columns, batches, options, { start: '[\n', between: ',\n', end: '\n]\n', empty: '[]\n' })
}

/**
 * Writes one object per line without an enclosing array, so that programs can read the file line by line and files can
 * be concatenated.
 */
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
    const timeText = createTimeText(offsetMinutes, dates)
    const timeValue = dates === 'epoch' ? timeText : (time: number) => quotedUnlessEmpty(timeText(time))
    const writers = columns.map((_, column) => (jsonColumns?.has(column) ? unchanged : createCellText(timeValue)))
    const cellText = (cell: Cell, column: number): string => writers[column]!(cell)
    const chunks = new TextChunks()
    const addRow = (row: Row): void => {
      let line = ''
      for (let column = 0; column < keys.length; column += 1) {
        const value = cellText(row[column] ?? null, column)
        if (value !== '') line += (line === '' ? '' : ',') + keys[column] + value
      }
      chunks.add('{' + line + '}')
    }
    const form = { cellText, timeText: timeValue, addText: createAddText(chunks, jsonColumns) }
    const addFrom = (batch: ColumnBatch) => createAddFields(cellAdders(batch, chunks, form), keys, chunks)
    for await (const batch of batches) {
      const add = rowAdder(batch, { addRow, addFrom })
      for (let at = 0; at < batch.length; at += 1) {
        chunks.add(report.rows === 0 ? start : between)
        add(at)
        report.rows += 1
        if (chunks.isReady) yield chunks.take()
      }
    }
    chunks.add(report.rows === 0 ? empty : end)
    yield chunks.take()
  })
}

/** Column texts are copied unless they contain a character that must be escaped. */
function createAddText(chunks: TextChunks, jsonColumns: TableOptions['jsonColumns']): ColumnForm['addText'] {
  const none = new Uint8Array(256)
  const marks = new Uint8Array(256).fill(1, 0, 0x20)
  for (const sign of [quote, backslash]) marks[sign] = 1
  return (bytes, start, end, column) => {
    if (jsonColumns?.has(column)) {
      chunks.addUnmarked(bytes, start, end, none)
      return
    }
    const before = chunks.length
    chunks.addByte(quote)
    if (chunks.addUnmarked(bytes, start, end, marks) === 0) chunks.addByte(quote)
    else {
      chunks.cutTo(before)
      chunks.add(JSON.stringify(decodeText(bytes, start, end)))
    }
  }
}

/** Creates a function that adds a row’s fields. Empty cells are left out. */
function createAddFields(addCells: readonly ((at: number) => void)[], keys: readonly string[], chunks: TextChunks) {
  const first = keys.map((key) => Buffer.from(key))
  const later = keys.map((key) => Buffer.from(`,${key}`))
  return (at: number): void => {
    chunks.addByte(openBrace)
    const start = chunks.length
    for (let column = 0; column < addCells.length; column += 1) {
      const before = chunks.length
      const key = (before === start ? first : later)[column]!
      chunks.addBytes(key)
      addCells[column]!(at)
      if (chunks.length === before + key.length) chunks.cutTo(before)
    }
    chunks.addByte(closeBrace)
  }
}

function unchanged(cell: Cell): string {
  return cell === null ? '' : String(cell)
}

function createCellText(timeValue: (time: number) => string): (cell: Cell) => string {
  return (cell) => {
    if (typeof cell === 'string') return needsEscape.test(cell) ? JSON.stringify(cell) : `"${cell}"`
    if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : ''
    return cell === null ? '' : timeValue(cell.getTime())
  }
}

function quotedUnlessEmpty(text: string): string {
  return text === '' ? '' : `"${text}"`
}
