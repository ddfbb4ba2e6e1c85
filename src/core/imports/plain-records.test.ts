import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CsvLines } from '#formats/index.ts'
import { exportColumns } from '#shared/domain/exports/export-columns.ts'
import { splitAt } from '#test/support/table-files.ts'
import { GrowingSet } from '../base/packs/growing-set.ts'
import { messageOf } from '../base/packs/record-set.ts'
import { PlainRecords } from './plain-records.ts'
import { readHeading, readRow } from './records.ts'

type Line = { line: number; cells: string[] }

/** The rows after the heading that `plain` did not take; null if the reader refuses the file. */
function read(chunks: readonly Uint8Array[], delimiter: ',' | ';', plain?: PlainRecords): Line[] | null {
  const found: Line[] = []
  const bad: Line[] = []
  const lines = new CsvLines({ delimiter, onBadRow: ({ line }) => bad.push({ line, cells: [] }) })
  try {
    for (const batches of [...chunks.map((chunk) => lines.push(chunk)), lines.end()]) {
      for (const { rows, lines: numbers } of batches) {
        for (const [index, cells] of rows.entries()) {
          if (numbers[index] !== 1) found.push({ line: numbers[index]!, cells })
          else if (plain) lines.offerRows((bytes, row) => plain.take(bytes, row))
        }
      }
    }
  } catch {
    return null
  }
  return [...found, ...bad]
}

// Mostly in the service’s form, because a single odd cell makes the full reader read its entire row.
const date = fc.oneof(
  {
    weight: 20,
    arbitrary: fc
      .date({ min: new Date(0), max: new Date('2150-01-01'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 19)),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '2024-02-29T12:34:56Z',
      '2000-02-29 23:59:59',
      '2099-12-31T23:59:59',
      '2023-02-29T00:00:00',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '2024-13-01T00:00:00',
      '1709210096',
      '',
      'soon',
      '2024-01-01T24:00:00',
      '2024-02-28T00:00:00+01:00',
    ),
  },
)
const text = fc.oneof(
  {
    weight: 40,
    arbitrary: fc.constantFrom('a', 'shop@example.org', 'Été à Łódź', '发票 🎉', "it's", ' x ', '["a","b"]'),
  },
  { weight: 3, arbitrary: fc.constantFrom('', 'a"b', '\ufeffx', 'a,b', 'one;two') },
  { weight: 1, arbitrary: fc.constantFrom("'=1+1", '"quoted"', 'two\nlines', 'two\r\nlines') },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
)
const count = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom('0', '7', '') },
  { weight: 1, arbitrary: fc.constantFrom('4294967296', '1.5', '-1', '12345678901', 'x', ' 3') },
)
const row = fc.tuple(text, text, date, date, text, text, text, count, text, text, count, count)
const quoted = (cell: string, isQuoted: boolean): string =>
  isQuoted || /[",;\r\n\ufeff]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

test('reads rows like the full reader, leaves all others to it, and keeps line numbers right', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ cells: row, isQuoted: fc.boolean(), raw: fc.option(fc.string({ maxLength: 20 }), { freq: 12 }) }),
        { maxLength: 12 },
      ),
      fc.constantFrom(',' as const, ';' as const),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.array(fc.nat(400), { maxLength: 6 }),
      fc.boolean(),
      (rows, delimiter, lineBreak, cuts, isBroken) => {
        const lines = rows.map(
          ({ cells, isQuoted, raw }) => raw ?? cells.map((cell) => quoted(cell, isQuoted)).join(delimiter),
        )
        const bytes = Buffer.from(lines.join(lineBreak))
        // Contains a partial character, and so is not valid UTF-8.
        if (isBroken && bytes.length > 3) bytes[bytes.length >> 1] = 0xc3
        const head = Buffer.from(`${exportColumns.join(delimiter)}\n`)
        const chunks = [head, ...splitAt(bytes, cuts)]

        const heading = readHeading([...exportColumns])!
        const set = new GrowingSet(1)
        const careful = read(chunks, delimiter, new PlainRecords(heading, set))
        const taken = Array.from({ length: set.size }, (_, at) => messageOf(set, at))
        const expected = read(chunks, delimiter)
        expect(careful === null).toBe(expected === null)
        if (!expected || !careful) return
        const kept = new Set(careful.map(({ line }) => line))
        const gone = expected.filter(({ line }) => !kept.has(line))
        expect(careful.toSorted(byLine)).toEqual(expected.filter(({ line }) => kept.has(line)).toSorted(byLine))
        // May be a guarded formula, which the full reader has to decide.
        expect(gone.flatMap(({ cells }) => cells).filter((cell) => cell.startsWith("'"))).toEqual([])
        expect(taken).toEqual(gone.map(({ cells }) => readRow(heading, cells)))
      },
    ),
    { numRuns: 3000 },
  )
})

test('reads the rows that the service writes, and those that a spreadsheet quotes', () => {
  const rows = [
    'id-1,key,2024-02-29T12:34:56Z,2024-02-29T12:35:00Z,shop@example.org,Zoé@example.org,Été,12,"a,b",delivered,1,0',
    '"id-2","key","2024-02-29 12:34:56","","shop@example.org","li@example.org","","","","delivered","",""',
  ]
  const set = new GrowingSet(1)
  const file = Buffer.from(`${[exportColumns.join(','), ...rows].join('\r\n')}\r\n`)
  expect(read([file], ',', new PlainRecords(readHeading([...exportColumns])!, set))).toEqual([])
  const common = {
    from: 'shop@example.org',
    apiKey: 'key',
    createdDate: 1_709_210_096_000,
    lastState: 'delivered',
    click: 0,
  }
  expect([messageOf(set, 0), messageOf(set, 1)]).toEqual([
    {
      ...common,
      id: 'id-1',
      email: 'Zoé@example.org',
      subject: 'Été',
      size: 12,
      lastStateDate: 1_709_210_100_000,
      tags: ['a', 'b'],
      open: 1,
    },
    {
      ...common,
      id: 'id-2',
      email: 'li@example.org',
      subject: '',
      size: 0,
      lastStateDate: 1_709_210_096_000,
      tags: [],
      open: 0,
    },
  ])
})

function byLine(one: Line, other: Line): number {
  return one.line - other.line
}
