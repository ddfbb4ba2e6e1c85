import { isColumnBatch, type Batch, type Cell, type Column, type ColumnBatch, type Row } from './table.ts'
import type { TextChunks } from './text-chunks.ts'

/** How a format writes column cells. */
export type ColumnForm = {
  readonly cellText: (cell: Cell, column: number) => string
  /** Must return ASCII. `time` is in epoch milliseconds. */
  readonly timeText: (time: number) => string
  /** Adds text that is already UTF-8. */
  readonly addText: (bytes: Uint8Array, start: number, end: number, column: number) => void
}

/** Adds the cell at this row of a batch. */
type AddCell = (at: number) => void

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

type RowAdding = {
  readonly addRow: (row: Row) => void
  /** Returns a function that adds the row at a given index. */
  readonly addFrom: (batch: ColumnBatch) => AddCell
}

/** Returns a function that adds the row at a given index, for both kinds of batch. */
export function rowAdder(batch: Batch, { addRow, addFrom }: RowAdding): (at: number) => void {
  if (!isColumnBatch(batch)) return (at) => addRow(batch[at]!)
  const addCells = addFrom(batch)
  return (at) => {
    const row = batch.rows.get(at)
    if (row) addRow(row)
    else addCells(at)
  }
}

/** Returns one function per column, so that a column’s kind is checked once instead of for every cell. */
export function cellAdders({ columns }: ColumnBatch, chunks: TextChunks, form: ColumnForm): AddCell[] {
  return columns.map((column, index): AddCell => {
    switch (column.kind) {
      case 'texts': {
        const { bytes, starts, ends } = column
        return (at) => form.addText(bytes, starts[at]!, ends[at]!, index)
      }
      case 'codes': {
        const { codes, cellOf } = column
        const written: Uint8Array[] = []
        const write = (code: number): Uint8Array => {
          const cell = cellOf(code)
          const bytes = encoder.encode(form.cellText(cell, index))
          // Invalid text is not cached, because the report must count each of its cells.
          if (typeof cell !== 'string' || cell.isWellFormed()) written[code] = bytes
          return bytes
        }
        return (at) => chunks.addBytes(written[codes[at]!] ?? write(codes[at]!))
      }
      case 'numbers': {
        const { numbers } = column
        return (at) => {
          const number = numbers[at]!
          if (isCount(number)) chunks.addCount(number)
          else chunks.add(form.cellText(number, index))
        }
      }
      case 'dates': {
        const { times } = column
        return (at) => chunks.addAscii(form.timeText(times[at]!))
      }
    }
  })
}

function isCount(number: number): boolean {
  return number >>> 0 === number
}

export function decodeText(bytes: Uint8Array, start: number, end: number): string {
  return start === end ? '' : decoder.decode(bytes.subarray(start, end))
}

export function rowsOf({ columns, rows }: ColumnBatch, from: number, to: number): Row[] {
  const rowAt = (at: number): Row => rows.get(at) ?? columns.map((column) => cellOf(column, at))
  return Array.from({ length: to - from }, (_, index) => rowAt(from + index))
}

function cellOf(column: Column, at: number): Cell {
  switch (column.kind) {
    case 'texts': {
      const text = decodeText(column.bytes, column.starts[at]!, column.ends[at]!)
      return text === '' && column.isOptional ? null : text
    }
    case 'codes':
      return column.cellOf(column.codes[at]!)
    case 'numbers':
      return column.numbers[at]!
    case 'dates':
      return new Date(column.times[at]!)
  }
}
