import { inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '#test/support/table-files.ts'
import { openBook, valuesOf } from '#test/support/written-sheets.ts'
import type { Row } from './base/table.ts'
import { writeXls } from './xls/xls-writer.ts'
import { writeXlsx } from './xlsx/xlsx-writer.ts'

function* numbers(count: number): Generator<Row[]> {
  for (let from = 0; from < count; from += 1024) {
    yield Array.from({ length: Math.min(1024, count - from) }, (_, index) => [from + index])
  }
}

/** Each sheet’s XML, read by an independent zip reader. */
function sheetTexts(file: Buffer): string[] {
  const end = file.length - 22
  const texts: string[] = []
  let at = file.readUInt32LE(end + 16)
  for (let entry = 0; entry < file.readUInt16LE(end + 10); entry += 1) {
    const [compressed, nameLength, local] = [20, 28, 42].map((place) => file.readUInt32LE(at + place)) as [
      number,
      number,
      number,
    ]
    const name = file.toString('utf8', at + 46, at + 46 + (nameLength & 0xffff))
    const data = local + 30 + file.readUInt16LE(local + 26)
    if (name.startsWith('xl/worksheets/')) {
      texts.push(inflateRawSync(file.subarray(data, data + compressed)).toString('latin1'))
    }
    at += 46 + (nameLength & 0xffff)
  }
  return texts
}

/** The numbers of the first and last rows, and the row count. */
function rowsOf(sheet: string): { first: string; last: string; count: number } {
  const ends = [sheet.indexOf('<row r="'), sheet.lastIndexOf('<row r="')]
  const [first = '', last = ''] = ends.map((place) => sheet.slice(place + 8, sheet.indexOf('"', place + 8)))
  return { first, last, count: sheet.split('<row r="').length - 1 }
}

describe('a sheet that is full', () => {
  it.each([
    { rows: 65_535, sheets: [65_536] },
    { rows: 65_536, sheets: [65_536, 2] },
  ])('of xls holds 65,536 rows with its heading: $rows rows', async ({ rows, sheets }) => {
    const stream = writeXls(['N'], numbers(rows))
    const book = await openBook(stream)
    const found = book.SheetNames.map((name) => valuesOf(book.Sheets[name], 1))
    expect(found.map(({ length }) => length)).toEqual(sheets)
    const cells = found.flatMap((sheet) => sheet.slice(1).map(([cell]) => cell))
    expect(cells).toEqual(Array.from({ length: rows }, (_, index) => index))
    expect(stream.report).toMatchObject({ rows, sheets: sheets.length })
  })

  it.each([
    { rows: 1_048_575, sheets: [1_048_576] },
    { rows: 1_048_576, sheets: [1_048_576, 2] },
  ])('of xlsx holds 1,048,576 rows with its heading: $rows rows', async ({ rows, sheets }) => {
    const stream = writeXlsx(['N'], numbers(rows))
    const texts = sheetTexts(await bytesOf(stream))
    expect(texts.map(rowsOf)).toEqual(sheets.map((count) => ({ first: '1', last: String(count), count })))
    expect(texts.at(-1)).toContain(`<v>${rows - 1}</v></c></row></sheetData>`)
    expect(stream.report).toMatchObject({ rows, sheets: sheets.length })
  })
})
