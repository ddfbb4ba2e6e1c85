import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvDecimals, csvSeparators, dateForms } from '#shared/contract/base/export-choices.ts'
import type { DateForm } from '#shared/contract/base/export-choices.ts'
import type { CsvLayout, CsvOptions, Row } from '../base/table.ts'
import { bytesOf, readCsv, readCsvLines } from '#test/support/table-files.ts'
import { withoutGuard, writeCsv } from './csv-writer.ts'

const plain: CsvLayout = { separator: ',', decimal: '.', byteOrderMark: false, guard: false }

async function written(rows: Row[], layout: Partial<CsvLayout>, options: Partial<CsvOptions> = {}): Promise<string> {
  const columns = Array.from(rows[0]!, (_, index) => `C${index}`)
  return (await bytesOf(writeCsv(columns, [rows], { ...options, for: { ...plain, ...layout } }))).toString()
}

const hostile = fc.oneof(
  fc.string({
    unit: fc.constantFrom('"', ',', ';', '|', '\t', '\r', '\n', "'", '=', '-', '@', '1', 'a', 'é', '😀', '\0'),
  }),
  fc.constantFrom('=cmd|"/C calc"!A0', '"";=1', '"\r\n=1', '\t=1', "'=1", '\u0001', '', ' ', '007', 'x'.repeat(40_000)),
)
const layout = fc.record({
  separator: fc.constantFrom(...csvSeparators),
  decimal: fc.constantFrom(...csvDecimals),
  byteOrderMark: fc.boolean(),
  guard: fc.boolean(),
})
const table = fc.array(fc.tuple(hostile, fc.double({ noNaN: true, noDefaultInfinity: true }), hostile), {
  minLength: 1,
})

function numberOf(text: string, decimal: string): number {
  return Number(text.replace(decimal, '.'))
}

describe('a csv layout', () => {
  it('keeps every cell, whatever it is, for an independent reader', async () => {
    await fc.assert(
      fc.asyncProperty(table, layout, async (rows, chosen) => {
        const text = await written(rows, chosen)
        const { separator: delimiter, decimal, guard, byteOrderMark } = chosen
        expect(text.startsWith('\uFEFF')).toBe(byteOrderMark)
        const [, ...found] = parse(text, { delimiter, record_delimiter: '\r\n', bom: true })
        const read = found.map(([first = '', number = '', last = '']) => {
          const texts = guard ? [withoutGuard(first), withoutGuard(last)] : [first, last]
          return [texts[0], numberOf(number, decimal), texts[1]]
        })
        // Negative zero is written as 0.
        expect(read).toEqual(rows.map(([first, number, last]) => [first, number === 0 ? 0 : number, last]))
      }),
    )
  })

  it('detects the delimiter in the first line that isn’t blank', async () => {
    const rows: string[][] = []
    const bytes = Buffer.from('\r\n\na;b\n1;2,3\n')
    for await (const batch of readCsv([bytes], { delimiter: 'detect' })) rows.push(...batch)
    expect(rows).toEqual([
      ['a', 'b'],
      ['1', '2,3'],
    ])
  })

  it.each(['sep=;', '"sep=;"', 'SEP=;'])('uses the delimiter that the first line names: %s', async (line) => {
    const bytes = [...Buffer.from(`\uFEFF${line}\r\na;b,c\r\n"sep=,";1\r\nsep=,\r\n`)].map((byte) =>
      Uint8Array.of(byte),
    )
    const found: { rows: string[][]; lines: number[] }[] = []
    for await (const batch of readCsvLines(bytes, { delimiter: 'detect' })) found.push(batch)
    expect(found.flatMap(({ rows }) => rows)).toEqual([['a', 'b,c'], ['sep=,', '1'], ['sep=,']])
    expect(found.flatMap(({ lines }) => lines)).toEqual([2, 3, 4])
  })

  it('is recognised by the reader of imports', async () => {
    const rows = [
      ['a;b', 'c,d', 'e|f'],
      ['g', 'h', 'i\tj'],
    ]
    for (const separator of csvSeparators) {
      const read: string[][] = []
      for await (const batch of readCsv([Buffer.from(await written(rows, { separator }))], { delimiter: 'detect' }))
        read.push(...batch)
      expect(read.slice(1)).toEqual(rows)
    }
  })

  it('quotes a number only where its decimal sign separates cells', async () => {
    const rows = [[1.5, -2, 1e-7]]
    expect(await written(rows, { separator: ';', decimal: ',' })).toBe('C0;C1;C2\r\n1,5;-2;1e-7\r\n')
    expect(await written(rows, { separator: ',', decimal: ',' })).toBe('C0,C1,C2\r\n"1,5",-2,1e-7\r\n')
  })

  it('writes dates in each form', async () => {
    const rows = [[new Date('2026-01-02T03:04:05.678Z'), new Date(Number.NaN)]]
    const expected: Record<DateForm, string> = {
      local: '2026-01-02 04:04:05',
      iso: '2026-01-02T04:04:05+01:00',
      epoch: '1767323045',
    }
    for (const dates of dateForms) {
      const text = await written(rows, {}, { dates, offsetMinutes: () => 60 })
      expect(text).toBe(`C0,C1\r\n${expected[dates]},\r\n`)
    }
  })
})
