import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CFB, read } from 'xlsx'
import type { CellObject, WorkBook, WorkSheet } from 'xlsx'
import { sheetName } from './sheets/row-source.ts'
import type { Cell, Row, RowBatches, TableOptions, TableStream } from './base/table.ts'
import { bytesOf } from '#test/support/table-files.ts'
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

async function open(stream: TableStream): Promise<WorkBook> {
  return read(await bytesOf(stream), { type: 'buffer', cellNF: true })
}

function columnNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `C${index}`)
}

/** The values of a sheet, null where it has no cell. */
function valuesOf(sheet: WorkSheet | undefined, width: number): Cell[][] {
  const rows: Cell[][] = []
  for (const [address, cell] of Object.entries(sheet ?? {})) {
    if (address.startsWith('!')) continue
    const [, letters = '', digits = ''] = /^([A-Z]+)(\d+)$/.exec(address) ?? []
    const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
    const row = (rows[Number(digits) - 1] ??= Array.from({ length: width }, () => null))
    const object: CellObject = cell
    if (object.t !== 'z' && object.v !== undefined && typeof object.v !== 'boolean') row[column] = object.v
  }
  return rows
}

async function roundTrip(fileType: 'xls' | 'xlsx', rows: Row[], options?: TableOptions): Promise<Cell[][]> {
  const width = Math.max(...rows.map((row) => row.length))
  const book = await open(write(fileType, columnNames(width), [rows], options))
  return valuesOf(book.Sheets['Messages'], width).slice(1)
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

  it('writes dates as numbers with a date format, in the zone that is asked for', async () => {
    const dates = [new Date('2024-02-29T12:34:56.789Z'), new Date(0), new Date('1850-01-01T00:00:00Z'), new Date(NaN)]
    const book = await open(write(fileType, columnNames(4), [[dates]], { offsetMinutes: () => 60 }))
    const sheet = book.Sheets['Messages']!
    const [first, second]: CellObject[] = [sheet['A2'], sheet['B2']]
    expect(first!.v).toBeCloseTo(45_351 + (13 * 3600 + 34 * 60 + 56) / 86_400, 8)
    expect(second!.v).toBeCloseTo(25_569 + 1 / 24, 8)
    expect(first!.z).toContain('yyyy')
    expect(valuesOf(sheet, 4)[1]!.slice(2)).toEqual(['1850-01-01T01:00:00+01:00', null])
  })

  it('leaves out empty cells and numbers that are none', async () => {
    expect(await roundTrip(fileType, [[null, 'a', Number.NaN, Infinity, 1]])).toEqual([[null, 'a', null, null, 1]])
  })

  it('cuts text that no cell can hold, between whole characters, and says so in the cell and in the report', async () => {
    const texts = ['x'.repeat(40_000), `x${'😀'.repeat(16_384)}`, '\u0007'.repeat(32_768), 'y'.repeat(32_767)]
    const stream = write(fileType, ['A', 'B', 'C', 'D'], [[texts]])
    const [, cells = []] = valuesOf((await open(stream)).Sheets['Messages'], 4)
    const marks = ['40,000', '32,769', '32,768'].map((count) => ` … [cut: the whole text has ${count} characters]`)
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
    const book = await open(stream)
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
    expect(valuesOf((await open(stream)).Sheets['Messages'], 2)).toEqual([['A', 'B']])
    expect(stream.report).toMatchObject({ rows: 0, sheets: 1 })
    expect((await open(write(fileType, [], [[[]]]))).SheetNames).toEqual(['Messages'])
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
        const book = await open(write(fileType, ['A', 'B', 'C'], [table], { rowsPerSheet }))
        const read = book.SheetNames.flatMap((name) => {
          const values = valuesOf(book.Sheets[name], 3).slice(1)
          return Array.from(values, (row) => row ?? [null, null, null])
        })
        // A reader cannot know of rows without a cell at the end of a sheet.
        const isThere = (row: Row): boolean => row.some((value) => value !== null)
        const expected = table.map((row) => row.map((value) => (Object.is(value, -0) ? 0 : value)))
        expect(read.map((row) => row.map((value) => (Object.is(value, -0) ? 0 : value))).filter(isThere)).toEqual(
          expected.filter(isThere),
        )
      }),
      { numRuns: 60 },
    )
  })

  it('is the same file for the same table', async () => {
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

  it('closes the source when nobody reads on', async () => {
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

describe('xlsx', () => {
  it('escapes what XML forbids, so that nothing is replaced', async () => {
    const texts = ['a\0b\u0007c\uffff', '\u001b[31m\ufffe', '_x0007_\u0007', '\ud800x', 'x\udc00\r']
    const stream = write('xlsx', columnNames(5), [[texts]])
    expect(valuesOf((await open(stream)).Sheets['Messages'], 5)[1]).toEqual(texts)
    expect(stream.report.replacedCells).toBe(0)
  })

  it('deflates as told', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => [
      `row ${index}`,
      index ** 3,
      `${index % 7} times ${index % 11}`,
    ])
    const sizes = [0, 1, 9].map(
      async (deflateLevel) => (await bytesOf(write('xlsx', ['A', 'B', 'C'], [rows], { deflateLevel }))).length,
    )
    const [stored = 0, fast = 0, small = 0] = await Promise.all(sizes)
    expect(stored).toBeGreaterThan(fast)
    expect(fast).toBeGreaterThan(small)
  })

  it('is a zip whose sizes and check sums fit', async () => {
    const bytes = await bytesOf(write('xlsx', ['A'], [[['é'.repeat(100_000)]]]))
    const end = bytes.length - 22
    expect(bytes.readUInt32LE(end)).toBe(0x06054b50)
    let at = bytes.readUInt32LE(end + 16)
    for (let entry = 0; entry < bytes.readUInt16LE(end + 10); entry += 1) {
      const [compressed, size, nameLength] = [
        bytes.readUInt32LE(at + 20),
        bytes.readUInt32LE(at + 24),
        bytes.readUInt16LE(at + 28),
      ]
      const local = bytes.readUInt32LE(at + 42)
      const data = local + 30 + bytes.readUInt16LE(local + 26)
      expect(inflateRawSync(bytes.subarray(data, data + compressed)).length).toBe(size)
      expect(bytes.readUInt32LE(data + compressed)).toBe(0x08074b50)
      expect(bytes.readUInt32LE(data + compressed + 4)).toBe(bytes.readUInt32LE(at + 16))
      at += 46 + nameLength
    }
    expect(at).toBe(end)
  })
})

describe('xls', () => {
  it('parts strings over records at every place', async () => {
    // One more character in front shifts every following border of the 8,224-byte records by one.
    for (let shift = 0; shift < 12; shift += 1) {
      const row = ['x'.repeat(8180 + shift), 'é', '漢字'.repeat(5000), '', 'y'.repeat(9000), '😀'.repeat(4000), 'end']
      expect(await roundTrip('xls', [row])).toEqual([row])
    }
  })

  it('parts no pair of surrogates, so that readers that decode each record by itself read it', async () => {
    for (let shift = 0; shift < 6; shift += 1) {
      const rows = [
        [`${'x'.repeat(8180 + shift)}`, '😀'.repeat(9000), 'é', '😀'],
        ['🎉🎉 Rechnung für Łódź 🚀'.repeat(900)],
      ]
      const file = await bytesOf(write('xls', columnNames(4), [rows]))
      const parts = sharedTextParts(file)
      expect(parts.length).toBeGreaterThan(9)
      for (const part of parts) expect(part.isWellFormed()).toBe(true)
      expect(await roundTrip('xls', rows)).toEqual(rows.map((row) => [...row, null, null, null].slice(0, 4)))
    }
  })

  it('says in the cell that a character is no valid text: readers of xls would give the whole file up', async () => {
    const stream = write('xls', ['A', 'B'], [[['half \ud800', 'pair 😀']]])
    const [, cells] = valuesOf((await open(stream)).Sheets['Messages'], 2)
    expect(cells).toEqual(['half \uFFFD … [a character that is no valid text was replaced]', 'pair 😀'])
    expect(stream.report.replacedCells).toBe(1)
  })

  it('holds back until the last row is there', async () => {
    const order: string[] = []
    async function* rows(): AsyncGenerator<Row[]> {
      yield [['a']]
      await setImmediate()
      order.push('last row')
      yield [['b']]
    }
    for await (const chunk of write('xls', ['A'], rows())) if (chunk.length > 0) order.push('chunk')
    expect(order[0]).toBe('last row')
  })
})

/** The texts of the table of texts, each as far as one record holds it: a reader that is not ours. */
function sharedTextParts(file: Buffer): string[] {
  const stream = CFB.find(CFB.read(file, { type: 'buffer' }), 'Workbook')!.content as Uint8Array
  const bytes = Buffer.from(stream)
  const parts: string[] = []
  let left = 0
  for (let at = 0, isTable = false; at + 4 <= bytes.length;) {
    const [type, length] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2)]
    isTable = type === 0x00fc || (isTable && type === 0x003c)
    const body = bytes.subarray(at + 4, at + 4 + length)
    let place = type === 0x00fc ? 8 : 0
    while (isTable && place < body.length) {
      if (left === 0) {
        left = body.readUInt16LE(place)
        place += 2
      }
      const isWide = body.readUInt8(place) === 1
      const count = Math.min(left, (body.length - place - 1) >> (isWide ? 1 : 0))
      const end = place + 1 + count * (isWide ? 2 : 1)
      parts.push(body.toString(isWide ? 'utf16le' : 'latin1', place + 1, end))
      left -= count
      place = end
    }
    at += 4 + length
  }
  return parts
}

describe('sheetName', () => {
  it.each([
    ['Messages', 0, 'Messages'],
    ['a/b:c*[d]?', 1, 'a b c  d 2'],
    ['x'.repeat(40), 11, `${'x'.repeat(28)} 12`],
    ['', 0, 'Sheet'],
    ['History', 0, 'History 1'],
    ["'quoted'", 0, 'quoted'],
  ])('%j, sheet %i: %j', (base, index, expected) => {
    expect(sheetName(base, index)).toBe(expected)
  })
})
