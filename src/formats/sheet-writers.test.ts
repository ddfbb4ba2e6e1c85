import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CellObject } from 'xlsx'
import { bytesOf } from '#test/support/table-files.ts'
import { columnNames, openBook, roundTrip, valuesOf } from '#test/support/written-sheets.ts'
import type { Row, RowBatches, TableOptions, TableStream } from './base/table.ts'
import { writeTable } from './write-table.ts'

let tempFolder: string

beforeEach(async () => {
  tempFolder = await mkdtemp(join(tmpdir(), 'mailroom-test-'))
})

afterEach(async () => {
  await rm(tempFolder, { recursive: true })
})

const fileTypes = ['xls', 'xlsx'] as const

function write(fileType: 'xls' | 'xlsx', columns: string[], rows: RowBatches, options?: TableOptions): TableStream {
  return writeTable(fileType, columns, rows, { tempFolder, ...options })
}

describe.each(fileTypes)('%s', (fileType) => {
  it('keeps text of every kind', async () => {
    const texts = [
      'plain',
      'é°ÿ',
      'Ω — 漢字 😀',
      '',
      ' lead',
      'trail ',
      'a\nb\tc',
      'a\r\nb',
      '=1+1',
      "'x",
      '&amp; <b> "q"',
    ]
    expect(await roundTrip(fileType, [texts, ['_x000D_', '_x0041_b', '', '\u0085', 'x'.repeat(32_767)]])).toEqual([
      texts,
      ['_x000D_', '_x0041_b', '', '\u0085', 'x'.repeat(32_767), ...Array.from({ length: 6 }, () => null)],
    ])
  })

  it('keeps numbers to the last bit', async () => {
    const numbers = [0, 1, -1, 1.5, 0.1, 1e300, -5e-324, 2 ** 29 - 1, 2 ** 29, -(2 ** 29), -(2 ** 29) - 1, 2 ** 53]
    expect(await roundTrip(fileType, [numbers])).toEqual([numbers])
  })

  it('writes dates as numbers with a date format, in the requested zone', async () => {
    const dates = [new Date('2024-02-29T12:34:56.789Z'), new Date(0), new Date('1850-01-01T00:00:00Z'), new Date(NaN)]
    const book = await openBook(write(fileType, columnNames(4), [[dates]], { offsetMinutes: () => 60 }))
    const sheet = book.Sheets['Messages']!
    const [first, second]: CellObject[] = [sheet['A2'], sheet['B2']]
    expect(first!.v).toBeCloseTo(45_351 + (13 * 3600 + 34 * 60 + 56) / 86_400, 8)
    expect(second!.v).toBeCloseTo(25_569 + 1 / 24, 8)
    expect(first!.z).toContain('yyyy')
    expect(valuesOf(sheet, 4)[1]!.slice(2)).toEqual(['1850-01-01T01:00:00+01:00', null])
  })

  it('writes dates as text that names the zone, or as seconds', async () => {
    const row = [new Date('2024-02-29T12:34:56.789Z'), new Date(NaN)]
    const offsetMinutes = (): number => 60
    expect(await roundTrip(fileType, [row], { dates: 'iso', offsetMinutes })).toEqual([
      ['2024-02-29T13:34:56+01:00', null],
    ])
    expect(await roundTrip(fileType, [row], { dates: 'epoch', offsetMinutes })).toEqual([[1_709_210_096, null]])
  })

  it('leaves out empty cells and numbers that are not finite', async () => {
    expect(await roundTrip(fileType, [[null, 'a', Number.NaN, Infinity, 1]])).toEqual([[null, 'a', null, null, 1]])
  })

  it('cuts text that no cell can hold between whole characters, and notes it in the cell and in the report', async () => {
    const texts = ['x'.repeat(40_000), `x${'😀'.repeat(16_384)}`, '\u0007'.repeat(32_768), 'y'.repeat(32_767)]
    const stream = write(fileType, ['A', 'B', 'C', 'D'], [[texts]])
    const [, cells = []] = valuesOf((await openBook(stream)).Sheets['Messages'], 4)
    const marks = ['40,000', '32,769', '32,768'].map((count) => ` … [cut: the full text has ${count} characters]`)
    for (const [index, mark] of marks.entries()) {
      const cell = String(cells[index])
      expect(cell.endsWith(mark)).toBe(true)
      expect(cell.isWellFormed()).toBe(true)
      expect(cell.length).toBeGreaterThanOrEqual(32_766)
      expect(cell.length).toBeLessThanOrEqual(32_767)
      expect(texts[index]!.startsWith(cell.slice(0, -mark.length))).toBe(true)
    }
    expect(cells[3]).toBe(texts[3])
    expect(stream.report).toMatchObject({ rows: 1, sheets: 1, cutCells: 3 })
  })

  it('splits into sheets at the row limit, each with the heading', async () => {
    const batches = [[[1], [2], [3], [4]], [], [[5]], [[6], [7], [8], [9]]]
    const stream = write(fileType, ['N'], batches, { rowsPerSheet: 4, sheetName: 'Mails' })
    const book = await openBook(stream)
    expect(book.SheetNames).toEqual(['Mails', 'Mails 2', 'Mails 3'])
    const sheets = book.SheetNames.map((name) => valuesOf(book.Sheets[name], 1).map(([cell]) => cell))
    expect(sheets).toEqual([
      ['N', 1, 2, 3],
      ['N', 4, 5, 6],
      ['N', 7, 8, 9],
    ])
    expect(stream.report).toMatchObject({ rows: 9, sheets: 3 })
  })

  it('writes a table without rows, and one without columns', async () => {
    const stream = write(fileType, ['A', 'B'], [])
    expect(valuesOf((await openBook(stream)).Sheets['Messages'], 2)).toEqual([['A', 'B']])
    expect(stream.report).toMatchObject({ rows: 0, sheets: 1 })
    expect((await openBook(write(fileType, [], [[[]]]))).SheetNames).toEqual(['Messages'])
  })

  it('names columns past Z', async () => {
    const row = Array.from({ length: 60 }, (_, index) => index)
    expect(await roundTrip(fileType, [row])).toEqual([row])
  })

  it('keeps every cell of arbitrary tables', async () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'é', '漢', '😀', ' ', '<', '&', '_x0041_', '\n'),
      maxLength: 30,
    })
    const cell = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.constant(null))
    const rows = fc.array(fc.tuple(cell, cell, cell), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 2, max: 9 }), async (table, rowsPerSheet) => {
        const book = await openBook(write(fileType, ['A', 'B', 'C'], [table], { rowsPerSheet }))
        const read = book.SheetNames.flatMap((name) => {
          const values = valuesOf(book.Sheets[name], 3).slice(1)
          return Array.from(values, (row) => row ?? [null, null, null])
        })
        // A reader cannot see rows without cells at the end of a sheet.
        const isThere = (row: Row): boolean => row.some((value) => value !== null)
        const expected = table.map((row) => row.map((value) => (Object.is(value, -0) ? 0 : value)))
        expect(read.map((row) => row.map((value) => (Object.is(value, -0) ? 0 : value))).filter(isThere)).toEqual(
          expected.filter(isThere),
        )
      }),
      { numRuns: 60 },
    )
  })

  it('writes the same file for the same table', async () => {
    const rows = [[['a', 1, new Date(0)]]]
    const [first, second] = [write(fileType, ['A', 'B', 'C'], rows), write(fileType, ['A', 'B', 'C'], rows)]
    expect((await bytesOf(first)).equals(await bytesOf(second))).toBe(true)
  })

  it('passes on an error of the source, and leaves no file behind', async () => {
    async function* failing(): AsyncGenerator<Row[]> {
      yield [['a']]
      await Promise.resolve()
      throw new Error('the source broke')
    }
    await expect(bytesOf(write(fileType, ['A'], failing()))).rejects.toThrow('the source broke')
    expect(await readdir(tempFolder)).toEqual([])
  })

  it('closes the source when the reader stops', async () => {
    let isClosed = false
    function* endless(): Generator<Row[]> {
      try {
        for (let count = 0; count < 20_000; count += 1)
          yield Array.from({ length: 10 }, (_, i) => [count * i, `${count}`])
      } finally {
        isClosed = true
      }
    }
    const stream = write(fileType, ['A', 'B'], endless())
    for await (const chunk of stream) if (chunk.length > 0 && stream.report.rows > 0) break
    expect(isClosed).toBe(true)
    expect(await readdir(tempFolder)).toEqual([])
  })

  it('refuses more columns than a sheet has', () => {
    expect(() => write(fileType, columnNames(20_000), [])).toThrow('columns')
    expect(() => write(fileType, ['A'], [], { rowsPerSheet: 2 ** 21 })).toThrow('rows')
  })
})
