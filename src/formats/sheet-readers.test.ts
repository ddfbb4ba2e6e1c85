import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { utils, write as writeBook } from 'xlsx'
import type { WorkBook } from 'xlsx'
import type { SheetBook, SheetCell } from './sheets/sheet-book.ts'
import type { Row, TableOptions } from './base/table.ts'
import { bytesOf } from '#test/support/table-files.ts'
import { writeTable } from './write-table.ts'
import { openXls } from './xls/xls-reader.ts'
import { openXlsx } from './xlsx/xlsx-reader.ts'

let folder: string
let file: FileHandle | null = null

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-test-'))
})

afterEach(async () => {
  await file?.close()
  file = null
  await rm(folder, { recursive: true })
})

const fileTypes = ['xls', 'xlsx'] as const
type SheetType = (typeof fileTypes)[number]

async function openBook(fileType: SheetType, bytes: Uint8Array): Promise<SheetBook> {
  const path = join(folder, 'book')
  await writeFile(path, bytes)
  await file?.close()
  file = await open(path)
  return (fileType === 'xls' ? openXls : openXlsx)(file, bytes.length, folder)
}

type Read = { sheets: string[]; rows: SheetCell[][]; numbers: number[]; progress: number }

async function read(fileType: SheetType, bytes: Uint8Array): Promise<Read> {
  const book = await openBook(fileType, bytes)
  const found: Read = { sheets: [...book.names], rows: [], numbers: [], progress: 0 }
  try {
    for (const index of book.names.keys()) {
      for await (const { rows, numbers } of book.rows(index)) {
        found.rows.push(...rows)
        found.numbers.push(...numbers)
      }
    }
    found.progress = book.progress()
  } finally {
    await book.close()
  }
  return found
}

async function written(fileType: SheetType, rows: readonly Row[], options: TableOptions = {}): Promise<Buffer> {
  const columns = Array.from({ length: Math.max(1, ...rows.map((row) => row.length)) }, (_, index) => `C${index}`)
  return bytesOf(writeTable(fileType, columns, [rows], { tempFolder: folder, ...options }))
}

/** As written by SheetJS, an independent program: xlsx with a shared string table, xls with texts in its cells. */
function foreign(fileType: SheetType, book: WorkBook): Buffer {
  const bookType = fileType === 'xls' ? 'biff8' : 'xlsx'
  return writeBook(book, {
    type: 'buffer',
    bookType,
    compression: true,
    bookSST: fileType === 'xlsx',
    cellDates: false,
  }) as Buffer
}

function bookOf(rows: readonly (readonly unknown[])[], name = 'Sheet1'): WorkBook {
  const book = utils.book_new()
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet(
      rows.map((row) => [...row]),
      { dateNF: 'yyyy-mm-dd hh:mm:ss' },
    ),
    name,
  )
  return book
}

const padded = (rows: readonly (readonly SheetCell[])[], width: number) =>
  rows.map((row) => Array.from({ length: width }, (_, index) => row[index] ?? null))

describe.each(fileTypes)('%s', (fileType) => {
  it('reads back texts, numbers and dates as its writer writes them', async () => {
    const rows = [
      ['plain', 'é°ÿ', 'Ω — 漢字 😀', '', ' lead', 'a\nb\tc', 'a\r\nb', '=1+1', "'x", '&amp; <b> "q"'],
      ['_x000D_', '_x0041_b', '\u0085', 'x'.repeat(32_767), '<row r="9"><c>', '</row>', '</si>', null, null, null],
      [0, -1, 1.5, 0.1, 1e300, 2 ** 29, -(2 ** 29) - 1, 2 ** 53, null, 12],
      [new Date('2024-02-29T12:34:56Z'), new Date(0), null, null, null, null, null, null, null, 'end'],
    ]
    const found = await read(fileType, await written(fileType, rows))
    expect(padded(found.rows.slice(1), 10)).toEqual(rows)
    expect(found.numbers).toEqual([1, 2, 3, 4, 5])
  })

  it('reads every sheet of a table that was split', async () => {
    const rows = Array.from({ length: 2000 }, (_, index) => [`row ${index}`, index])
    const found = await read(fileType, await written(fileType, rows, { rowsPerSheet: 700, sheetName: 'Mails' }))
    expect(found.sheets).toEqual(['Mails', 'Mails 2', 'Mails 3'])
    expect(found.rows.filter(([first]) => first !== 'C0')).toEqual(rows)
    expect(found.progress).toBeGreaterThan(0.9)
  })

  it('reads back arbitrary tables', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '漢', '😀', '<', '&', '_x0041_', '\n', '"', '>') })
    const cell = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.constant(null))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, fc.constant('end')), { maxLength: 20 }), async (table) => {
        const expected = table.map((row) => row.map((value) => (Object.is(value, -0) ? 0 : value)))
        const { rows } = await read(fileType, await written(fileType, table))
        expect(rows.slice(1).map((row) => row.map((value) => (Object.is(value, -0) ? 0 : value)))).toEqual(expected)
      }),
      { numRuns: 40 },
    )
  })

  it('reads the files of another program: shared texts, dates, truth values, gaps', async () => {
    const date = new Date(Date.UTC(2024, 1, 29, 12, 34, 56))
    const rows = [
      ['Id', 'When', 'Text'],
      ['a', date, 'shared'],
      ['b', 45_000.5, 'shared'],
      [null, null, 'é漢😀 <&>'],
      [true, false, 'x'.repeat(200)],
      ['wide '.repeat(40), null, '漢'.repeat(90)],
    ]
    const found = await read(fileType, foreign(fileType, bookOf(rows)))
    expect(padded(found.rows, 3)).toEqual(rows)
  })

  it('reads a time without a date as one, and an error as missing', async () => {
    const book = bookOf([['x', 'y', 'z']])
    Object.assign(book.Sheets['Sheet1']!, {
      A1: { t: 'n', v: 14.5 / 24, z: 'hh:mm' },
      B1: { t: 'n', v: 30_615 / 86_400, z: 'hh:mm:ss' },
      C1: { t: 'e', v: 0x2a },
    })
    expect(padded((await read(fileType, foreign(fileType, book))).rows, 3)).toEqual([['14:30', '08:30:15', null]])
  })

  it('reads a duration as hours, minutes and seconds, even beyond a day', async () => {
    const book = bookOf([['a', 'b', 'c', 'd', 'e']])
    Object.assign(book.Sheets['Sheet1']!, {
      A1: { t: 'n', v: 26.5 / 24, z: '[h]:mm' },
      B1: { t: 'n', v: 400_215 / 86_400, z: '[h]:mm:ss' },
      C1: { t: 'n', v: 0.75, z: '[h]:mm' },
      D1: { t: 'n', v: -1.5 / 24, z: '[h]:mm' },
      E1: { t: 'n', v: 1e9, z: '[h]:mm' },
    })
    expect(padded((await read(fileType, foreign(fileType, book))).rows, 5)).toEqual([
      ['26:30', '111:10:15', '18:00', '-01:30', 1e9],
    ])
  })

  it('knows which sheets are hidden', async () => {
    const book = bookOf([['a']])
    for (const name of ['Hidden', 'Very hidden']) utils.book_append_sheet(book, utils.aoa_to_sheet([['b']]), name)
    book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }, { Hidden: 2 }] }
    const opened = await openBook(fileType, foreign(fileType, book))
    expect([...opened.names.keys()].map((sheet) => opened.isHidden(sheet))).toEqual([false, true, true])
    await opened.close()
  })

  it('reads thousands of shared texts, wherever they are in the table', async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => [`text ${index}`, `text ${(index * 7919) % 3000}`])
    expect((await read(fileType, foreign(fileType, bookOf(rows)))).rows).toEqual(rows)
  })

  it('reports a file that is cut off anywhere, and never hangs or returns half of it', async () => {
    const bytes = await written(
      fileType,
      Array.from({ length: 300 }, (_, index) => [`row ${index}`, index, new Date(index * 1e9)]),
    )
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9, 0.98]) {
      const cut = bytes.subarray(0, Math.floor(bytes.length * share))
      await expect(read(fileType, cut)).rejects.toMatchObject({ name: 'UnreadableFile' })
    }
  })

  it('reports a damaged file', async () => {
    const bytes = await written(
      fileType,
      Array.from({ length: 3000 }, (_, index) => [`row ${index}`, index]),
    )
    for (let round = 0; round < 150; round += 1) {
      const broken = Buffer.from(bytes)
      const at = Math.floor((round / 150) * bytes.length)
      broken[at] = (broken[at]! + 1 + round) % 256
      const outcome = await read(fileType, broken).catch((error: unknown) => error)
      if (outcome instanceof Error) expect(outcome.name).toBe('UnreadableFile')
    }
  })
})

describe('a file that is not a current workbook', () => {
  it('is named for what it is', async () => {
    const old = writeBook(bookOf([['a']]), { type: 'buffer', bookType: 'biff5' }) as Buffer
    await expect(read('xls', old)).rejects.toThrow('older than 97')
    await expect(read('xlsx', Buffer.from('PK\x05\x06'.padEnd(22, '\0')))).rejects.toThrow('not an Excel workbook')
    await expect(read('xlsx', Buffer.alloc(0))).rejects.toThrow('is cut off')
  })

  it('counts days from 1904 if the workbook does', async () => {
    const book = bookOf([['x']])
    book.Workbook = { WBProps: { date1904: true } }
    const sheet = book.Sheets['Sheet1']!
    sheet['A1'] = { t: 'n', v: 43_889, z: 'yyyy-mm-dd' }
    for (const fileType of fileTypes) {
      const { rows } = await read(fileType, foreign(fileType, book))
      expect(rows).toEqual([[new Date('2024-02-29T00:00:00Z')]])
    }
  })
})
