import { expect, it } from 'vitest'
import type { ExportFormat } from '#shared/contract/base/export-choices.ts'
import { bytesOf } from '#test/support/table-files.ts'
import { rowsOf } from './base/column-cells.ts'
import type { Batch, Cell, Column, ColumnBatch, CsvOptions, Row } from './base/table.ts'
import { writeTable } from './write-table.ts'

const odd = [
  '',
  'plain',
  'a,b;c\td|e',
  'a "b"\\',
  'two\r\nlines',
  '\uFEFFmark',
  '＝1+1',
  '=1+1',
  '007',
  "'x",
  '\u0001',
  'zoé 🎈',
]
const names = ['Text', 'Code', 'Number', 'Date', 'JSON']
const time = Date.UTC(2026, 2, 29, 0, 59, 59)

function texts(given: readonly string[], isOptional = false): Column {
  const parts = given.map((text) => Buffer.from(text))
  const ends = parts.map((_, at) => parts.slice(0, at + 1).reduce((sum, { length }) => sum + length, 0))
  return { kind: 'texts', bytes: Buffer.concat(parts), starts: [0, ...ends], ends, isOptional }
}

function sample(): ColumnBatch {
  const codes = odd.map((_, at) => odd.length - 1 - at)
  const values: Cell[] = [...odd.slice(2), null, 1.5]
  const numbers = odd.map((_, at) => [0, 7, 10, 99, 4_294_967_295, 1.5, -3][at % 7]!)
  const times = odd.map((_, at) => (at === 3 ? Number.NaN : time + at * 1000))
  const json = odd.map((text, at) => (at % 3 === 0 ? '' : JSON.stringify({ text })))
  const columns: Column[] = [
    texts(odd),
    { kind: 'codes', codes, cellOf: (code) => values[code]! },
    { kind: 'numbers', numbers },
    { kind: 'dates', times },
    texts(json, true),
  ]
  const own: Row = ['of its own\uD800', null, 1, new Date(time), null]
  return { length: odd.length, columns, rows: new Map([[4, own]]) }
}

function written(format: ExportFormat, batches: readonly Batch[], options: CsvOptions): Promise<Buffer> {
  return bytesOf(writeTable(format, names, batches, options))
}

const jsonColumns = new Set([4])
const layouts: CsvOptions['for'][] = [
  'people',
  'machines',
  { separator: ';', decimal: ',', byteOrderMark: false, guard: false },
  { separator: '\t', decimal: '.', byteOrderMark: true, guard: true },
]

it('writes the same file of columns as of rows', async () => {
  const batch = sample()
  const rows = rowsOf(batch, 0, batch.length)
  for (const format of ['csv', 'json', 'jsonl'] as const) {
    for (const dates of ['iso', 'local', 'epoch'] as const) {
      for (const layout of layouts) {
        const options = { for: layout, dates, jsonColumns, offsetMinutes: () => 90 }
        const expected = await written(format, [rows, rows], options)
        expect((await written(format, [batch, rows], options)).toString()).toBe(expected.toString())
      }
    }
  }
})

it('counts every cell that it had to change', async () => {
  const column: Column = { kind: 'codes', codes: [0, 0, 0], cellOf: () => 'half \uD800' }
  const table = writeTable('csv', ['A'], [{ length: 3, columns: [column], rows: new Map() }], { for: 'machines' })
  await bytesOf(table)
  expect(table.report.replacedCells).toBe(3)
})

it('writes a line for a row whose only cell is empty', async () => {
  const batch: ColumnBatch = { length: 2, columns: [texts(['', 'a'])], rows: new Map() }
  expect((await written('csv', [batch], { for: 'machines' })).toString()).toContain('""\r\na\r\n')
})

it('writes columns in chunks, also a cell that is longer than one', async () => {
  const long = 'x"'.repeat(300_000)
  const batch: ColumnBatch = { length: 3, columns: [texts([long, '', long])], rows: new Map() }
  const rows = [[long], [''], [long]]
  for (const format of ['csv', 'json'] as const) {
    const options: CsvOptions = { for: 'machines' }
    const [ours, expected] = [await written(format, [batch], options), await written(format, [rows], options)]
    expect(ours.equals(expected)).toBe(true)
  }
})
