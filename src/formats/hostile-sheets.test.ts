import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { displayOf, type SheetBatch, type SheetCell } from './sheets/sheet-book.ts'
import { bytesOf, sheetOf, workbookOf } from '#test/support/table-files.ts'
import { compoundFile } from './compound/compound-file.ts'
import { endOfPart, globalRecords, record, sheetEntry, sheetStart } from './xls/records.ts'
import { openXls } from './xls/xls-reader.ts'
import { openXlsx } from './xlsx/xlsx-reader.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-test-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

type Book = { names: readonly string[]; batches: SheetBatch[]; rows: SheetCell[][]; numbers: number[] }

async function read(open_: typeof openXls, bytes: Uint8Array): Promise<Book> {
  const path = join(folder, 'book')
  await writeFile(path, bytes)
  await using file = await open(path)
  const book = await open_(file, bytes.length, folder)
  const batches: SheetBatch[] = []
  try {
    for (const sheet of book.names.keys()) for await (const batch of book.rows(sheet)) batches.push(batch)
  } finally {
    await book.close()
  }
  const rows = batches.flatMap((batch) => batch.rows)
  return { names: book.names, batches, rows, numbers: batches.flatMap(({ numbers }) => numbers) }
}

const xlsx = async (parts: Parameters<typeof workbookOf>[0]): Promise<Book> => read(openXlsx, await workbookOf(parts))

/** An xls workbook built from the records of its globals and of each sheet. */
async function xls(
  globals: readonly Buffer[],
  sheets: readonly (readonly Buffer[])[],
  names?: string[],
): Promise<Book> {
  const titles = names ?? sheets.map((_, index) => `S${index}`)
  const head = Buffer.concat([globalRecords(), ...globals])
  let position = head.length + endOfPart.length + titles.reduce((sum, name) => sum + sheetEntry(name, 0).length, 0)
  const parts = sheets.map((records) => Buffer.concat([sheetStart(1, 1), ...records, endOfPart]))
  const entries = titles.map((name, index) => {
    const entry = sheetEntry(name, position)
    if (index < parts.length - 1) position += parts[index]!.length
    return entry
  })
  const stream = Buffer.concat([head, ...entries, endOfPart, ...parts])
  return read(openXls, await bytesOf(compoundFile('Workbook', stream.length, whole(stream))))
}

async function* whole(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes)
}

/** In BIFF. */
function numberCell(row: number, column: number, value: number): Buffer {
  const body = Buffer.alloc(14)
  body.writeUInt16LE(row, 0)
  body.writeUInt16LE(column, 2)
  body.writeDoubleLE(value, 6)
  return record(0x0203, body)
}

const damaged = { name: 'UnreadableFile' }

describe('a part of a workbook made to cost the square of its length', () => {
  // Long enough that quadratic time would take minutes.
  const long = 12_000_000
  const flood = (text: string): string => text.repeat(long / text.length)

  test.each([
    ['tags of the workbook without an end', { workbook: `<workbook>${'<workbookPr '.repeat(80_000)}` }],
    ['sheets without an end', { workbook: `<workbook><sheets>${'<sheet '.repeat(140_000)}` }],
    ['relations without an end', { relations: `<Relationships>${'<Relationship '.repeat(70_000)}` }],
    ['number formats without an end', { styles: `<styleSheet>${'<numFmt '.repeat(120_000)}` }],
    ['lists of styles without an end', { styles: `<styleSheet>${'<cellXfs '.repeat(110_000)}` }],
    [
      'a number format of brackets',
      { styles: `<styleSheet><numFmt numFmtId="164" formatCode="${'['.repeat(900_000)}"/>` },
    ],
    ['values without an end', { sheet: sheetOf(`<row><c r="A1">${flood('<v ')}</c></row>`) }],
    ['texts without an end', { texts: `<sst><si>${flood('<t ')}</si></sst>` }],
    ['hints without an end', { texts: `<sst><si>${flood('<rPh ')}</si></sst>` }],
    ['rows without an end', { sheet: sheetOf(flood('<row ')) }],
    ['cells without an end', { sheet: sheetOf(`<row>${flood('<c ')}</row>`) }],
    ['a document of the beginnings of tags', { sheet: flood('<') }],
    ['a document of the beginnings of names', { sheet: flood('<a:') }],
    ['a comment without an end', { sheet: `<worksheet><sheetData><row><!-- ${flood('</row>')}` }],
  ])('is refused: %s', async (_name, parts) => {
    await expect(xlsx(parts)).rejects.toMatchObject(damaged)
  })

  test('is read if it is sound: cells without a value, and comments between rows', async () => {
    const cells = '<row><c/><c></c><c><v>1</v></c></row><!-- <row><c><v>2</v></c></row> -->'
    expect((await xlsx({ sheet: sheetOf(cells.repeat(30_000)) })).rows).toHaveLength(30_000)
  })
})

describe('the pattern of a number format', () => {
  test.each([
    ['yyyy-mm-dd', 'date'],
    ['h:mm', 'date'],
    ['[h]:mm', 'duration'],
    ['[MM]:SS', 'duration'],
    ['[Red][h]:mm;@', 'duration'],
    ['[Red]0.00', 'number'],
    ['"day"0', 'number'],
    ['0\\d', 'number'],
    ['General', 'number'],
    ['[$-409]d/m/yy h:mm AM/PM;@', 'date'],
    ['[[[[', 'number'],
    ['"open', 'number'],
  ])('%s displays a %s', (pattern, expected) => {
    expect(displayOf(164, pattern)).toBe(expected)
  })

  test('is read once, up to the length that spreadsheets allow, however many styles use it', async () => {
    const pattern = Buffer.alloc(5 + 65_000, '[')
    pattern.writeUInt16LE(164, 0)
    pattern.writeUInt16LE(65_000, 2)
    pattern.writeUInt8(0, 4)
    const style = Buffer.alloc(20)
    style.writeUInt16LE(164, 2)
    const styles = Array.from({ length: 4000 }, () => record(0x00e0, style))
    const { rows } = await xls([record(0x041e, pattern), ...styles], [[numberCell(0, 0, 45_000)]])
    expect(rows).toEqual([[45_000]])
  })
})

describe('a row that claims to be wide', () => {
  test('costs only what it holds', async () => {
    const cells = '<row><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row>'
    const { rows } = await xlsx({ sheet: sheetOf(cells.repeat(200_000)) })
    expect(rows).toHaveLength(200_000)
    const row = rows[0]!
    expect([row.length, row[0], row[16_383]]).toEqual([16_384, 1, 2])
    // Array holes instead of cells: 16,384 cells in each row would need 26 GB.
    expect(Object.keys(row)).toEqual(['0', '16383'])
  })

  test('is damaged if it exceeds the limit of the format', async () => {
    await expect(xls([], [[numberCell(0, 40_000, 1)]])).rejects.toMatchObject(damaged)
    expect((await xls([], [[numberCell(0, 255, 1)]])).rows[0]).toHaveLength(256)
    // A name past the last column is not a valid column name.
    expect((await xlsx({ sheet: sheetOf('<row><c r="XFE1"><v>1</v></c></row>') })).rows).toEqual([[1]])
  })

  test('may not refer to long texts thousands of times', async () => {
    const texts = `<sst><si><t>${'x'.repeat(32_000)}</t></si></sst>`
    const named = '<c t="s"><v>0</v></c>'
    expect((await xlsx({ texts, sheet: sheetOf(`<row>${named.repeat(20)}</row>`) })).rows[0]).toHaveLength(20)
    await expect(xlsx({ texts, sheet: sheetOf(`<row>${named.repeat(16_000)}</row>`) })).rejects.toThrow('too long')
    const { batches } = await xlsx({ texts, sheet: sheetOf(`<row>${named.repeat(20)}</row>`.repeat(200)) })
    // A batch is passed on before its texts grow too large.
    expect(Math.max(...batches.map(({ rows }) => rows.length))).toBeLessThan(4)
  })
})

describe('blank rows', () => {
  test('are skipped, and after ten thousand of them the sheet is over', async () => {
    const filled = '<row><c><v>1</v></c></row>'
    const some = await xlsx({ sheet: sheetOf(filled + '<row/><row><c/></row>'.repeat(4000) + filled) })
    expect(some.numbers).toEqual([1, 8002])
    const many = await xlsx({ sheet: sheetOf(filled + '<row/>'.repeat(2_000_000)) })
    expect(many.numbers).toEqual([1])
    const wide = await xlsx({ sheet: sheetOf(filled + `<row>${'<c/>'.repeat(16_000)}</row>`.repeat(255) + filled) })
    expect(wide.numbers).toEqual([1])
  })

  test('may consist of empty texts', async () => {
    const texts = '<sst><si/><si><t>full</t></si></sst>'
    const row = (text: number): string => `<row><c t="s"><v>${text}</v></c></row>`
    expect(await xlsx({ texts, sheet: sheetOf(row(1) + row(0) + row(1)) })).toMatchObject({
      rows: [['full'], ['full']],
      numbers: [1, 3],
    })
  })
})

describe('a workbook that unpacks to more than a table can hold', () => {
  test('is refused before it is unpacked', async () => {
    await expect(
      xlsx({ texts: Buffer.concat([Buffer.from('<sst>'), Buffer.alloc(60_000_000, '<si/>')]) }),
    ).rejects.toThrow('too large when decompressed')
  })

  test('may not use one part for several sheets', async () => {
    const sheets = '<sheet name="S" r:id="rId1"/>'.repeat(2)
    await expect(xlsx({ workbook: `<workbook><sheets>${sheets}</sheets></workbook>` })).rejects.toThrow('overlap')
  })

  test('may have at most a million rows in a sheet', async () => {
    const sheet = sheetOf('<row><c><v>1</v></c></row>'.repeat(1_048_577))
    await expect(xlsx({ sheet: `<!--${randomBytes(300_000).toString('hex')}-->${sheet}` })).rejects.toThrow(
      '1048576 rows',
    )
  })

  test('may have at most a thousand sheets', async () => {
    const sheets = '<sheet name="S" r:id="rId1"/>'.repeat(2000)
    await expect(xlsx({ workbook: `<workbook><sheets>${sheets}</sheets></workbook>` })).rejects.toThrow('1024 sheets')
    const names = Array.from({ length: 2000 }, (_, index) => `S${index}`)
    await expect(xls([], [[]], names)).rejects.toThrow('1024 sheets')
    await expect(xls([], [[numberCell(0, 0, 1)]], ['A', 'B'])).rejects.toMatchObject(damaged)
  })
})

describe('an incomplete sheet', () => {
  const row = '<row><c><v>1</v></c></row>'
  test.each([
    ['after a row', `<worksheet><sheetData>${row}`],
    ['before the end of the document', `<worksheet><sheetData>${row}</sheetData>`],
    ['within a row', `<worksheet><sheetData>${row}<row><c>`],
    ['within a tag', `<worksheet><sheetData>${row}<row `],
    ['in a comment', `<worksheet><sheetData>${row}<!-- </sheetData></worksheet>`],
    ['with elements that are never closed', sheetOf(row + '<x>'.repeat(1000))],
    ['before it began', ''],
  ])('is reported: %s', async (_name, sheet) => {
    await expect(xlsx({ sheet })).rejects.toThrow('The file is cut off.')
  })

  test.each([
    ['an empty document', '<worksheet/>', []],
    ['no rows', '<worksheet><sheetData/></worksheet>', []],
    [
      'instructions and comments',
      `<?xml version="1.0"?><!-- x > y --><worksheet><!-- <row> -->${row}</worksheet>`,
      [[1]],
    ],
    ['a sign within quotes', `<worksheet><a b="x>y"/><c d='"/>'/>${row}</worksheet>`, [[1]]],
    ['a prefix', '<x:worksheet><x:row><x:c t="str"><x:v>a</x:v></x:c></x:row></x:worksheet>', [['a']]],
    ['raw text', '<worksheet><row><c t="inlineStr"><is><t><![CDATA[a<b&]]></t></is></c></row></worksheet>', [['a<b&']]],
    ['a chart', '<chartsheet><row><c><v>1</v></c></row>', []],
  ])('is not one with %s', async (_name, sheet, expected) => {
    expect((await xlsx({ sheet })).rows).toEqual(expected)
  })
})

test('a row without a valid number follows the row before it', async () => {
  const cell = '<c><v>1</v></c>'
  const rows = ['r="5"', 'r="x"', 'r="2000000"', ''].map((number) => `<row ${number}>${cell}</row>`)
  expect((await xlsx({ sheet: sheetOf(rows.join('')) })).numbers).toEqual([5, 6, 7, 8])
})
