import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { CsvError, CsvLines } from './csv-reader.ts'
import type { CsvBatch, CsvProblem, CsvReadOptions } from './csv-reader.ts'
import { withoutGuard, writeCsv } from './csv-writer.ts'
import type { CsvOptions, Row } from '../base/table.ts'
import { bytesOf, readCsv, readCsvLines, splitAt } from '#test/support/table-files.ts'

async function written(columns: string[], rows: Row[], options: Partial<CsvOptions> = {}): Promise<string> {
  return (await bytesOf(writeCsv(columns, [rows], { for: 'machines', ...options }))).toString()
}

async function read(chunks: Iterable<Uint8Array>, options?: CsvReadOptions): Promise<string[][]> {
  const rows: string[][] = []
  for await (const batch of readCsv(chunks, options)) rows.push(...batch)
  return rows
}

function readText(text: string, options?: CsvReadOptions): Promise<string[][]> {
  return read([Buffer.from(text)], options)
}

const cell = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'é', '漢', '😀', 'a', '\uFEFF', ';') }),
)
const table = fc
  .integer({ min: 1, max: 4 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }))
const cuts = fc.array(fc.nat(400), { maxLength: 12 })

describe('writeCsv', () => {
  it('quotes only what needs it and ends lines with CRLF', async () => {
    const rows = [['a', 'b "c"', 'd,e', 1.5, null, new Date('2026-01-02T03:04:05.678Z')]]
    expect(await written(['A', 'B,1', 'C', 'D', 'E', 'F'], rows)).toBe(
      'A,"B,1",C,D,E,F\r\na,"b ""c""","d,e",1.5,,2026-01-02T03:04:05Z\r\n',
    )
  })

  it('writes dates in the requested zone', async () => {
    const dates = [new Date('2026-01-01T23:30:00Z'), new Date('1969-12-31T23:59:59Z'), new Date(Number.NaN)]
    const offsets = { offsetMinutes: () => 330 }
    expect(await written(['A', 'B', 'C'], [dates], offsets)).toContain(
      '2026-01-02T05:00:00+05:30,1970-01-01T05:29:59+05:30,\r\n',
    )
    expect(await written(['A', 'B', 'C'], [dates], { offsetMinutes: () => -60 })).toContain('T22:30:00-01:00')
  })

  const risky = [
    '=1+1',
    '+1',
    '-1',
    '@a',
    '\tb',
    '\rc',
    ' =1',
    '\u00a0@SUM(1)',
    "'=1",
    '＝1',
    '=cmd|x!A0',
    '007',
    '1234567890123456',
    '12E45',
    '1-2',
    '1/2',
    '12:30',
    '2024',
    '50 %',
    '(5)',
    'March 5',
    '1 Mar',
    'TRUE',
  ]
  const harmless = ['a=1', 'Invoice 007', 'a@b.example', '5f00e1a', 'Marc', 'May', '', ' ', "it's", "'x", '#1', 'e']

  it('guards text that an office program would run or change, only in a file for people', async () => {
    const row = [...risky, ...harmless, -1, 1.5]
    const columns = row.map((_, index) => `C${index}`)
    const guarded = [...risky.map((text) => `'${text}`), ...harmless, '-1', '1.5']
    expect(parse(await written(columns, [row], { for: 'people' }), { bom: true })[1]).toEqual(guarded)
    expect(parse(await written(columns, [row]))[1]).toEqual(row.map(String))
  })

  it('begins with a byte order mark and has dates as an office program reads them, only for people', async () => {
    const date = new Date('2026-01-02T03:04:05.678Z')
    const of = async (audience: CsvOptions['for']): Promise<Buffer> =>
      bytesOf(writeCsv(['é'], [[[date]]], { for: audience, offsetMinutes: () => 60 }))
    expect((await of('people')).toString()).toBe('\uFEFFé\r\n2026-01-02 04:04:05\r\n')
    expect((await of('machines')).toString()).toBe('é\r\n2026-01-02T04:04:05+01:00\r\n')
  })

  it('notes an invalid character in the cell', async () => {
    const stream = writeCsv(['A', 'B'], [[['half \ud800', 'pair 😀']]], { for: 'machines' })
    const text = (await bytesOf(stream)).toString()
    expect(text).toBe('A,B\r\nhalf \uFFFD … [an invalid character was replaced],pair 😀\r\n')
    expect(stream.report.replacedCells).toBe(1)
  })

  it('counts rows over batches and chunks', async () => {
    const stream = writeCsv(
      ['A'],
      Array.from({ length: 300 }, () => Array.from({ length: 100 }, () => ['é'.repeat(20)])),
      { for: 'machines' },
    )
    const text = (await bytesOf(stream)).toString()
    expect(text).toBe(`A\r\n${`${'é'.repeat(20)}\r\n`.repeat(30_000)}`)
    expect(stream.report.rows).toBe(30_000)
  })

  it('is read back by an independent reader', async () => {
    await fc.assert(
      fc.asyncProperty(table, async ([columns = [], ...rows]) => {
        expect(parse(await written(columns, rows), { record_delimiter: '\r\n', bom: true })).toEqual([columns, ...rows])
      }),
    )
  })
})

describe('readCsv', () => {
  it('reads back what was written, wherever the chunks end', async () => {
    await fc.assert(
      fc.asyncProperty(table, cuts, async ([columns = [], ...rows], at) => {
        const isForPeople = at.length % 2 === 0
        const bytes = await bytesOf(writeCsv(columns, [rows], { for: isForPeople ? 'people' : 'machines' }))
        const [heading, ...found] = await read(splitAt(bytes, at))
        expect(heading).toEqual(columns)
        expect(isForPeople ? found.map((row) => row.map(withoutGuard)) : found).toEqual(rows)
      }),
    )
  })

  it('agrees with an independent reader on single bytes', async () => {
    const text = 'a,"b\r\nc"\r\n\r\n"",""\n"d ""e""",é\r\nlast,'
    const bytes = [...Buffer.from(text)].map((byte) => Uint8Array.of(byte))
    expect(await read(bytes)).toEqual(parse(text, { skip_empty_lines: true, record_delimiter: ['\r\n', '\n'] }))
  })

  it('accepts LF, CR, a missing last line break, and other delimiters', async () => {
    expect(await readText('a,b\nc,d\re,f')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
    ])
    expect(await readText('a;b,c;d\n1;2;3', { delimiter: 'detect' })).toEqual([
      ['a', 'b,c', 'd'],
      ['1', '2', '3'],
    ])
    expect(await readText('a\tb', { delimiter: 'detect' })).toEqual([['a', 'b']])
    expect(await readText('')).toEqual([])
    expect(await readText('a')).toEqual([['a']])
  })

  it('reads UTF-16 with its mark and the old Windows code page', async () => {
    expect(await read(splitAt(Buffer.from('\uFEFFé,漢\n', 'utf16le'), [1, 2, 3]))).toEqual([['é', '漢']])
    expect(await read([Buffer.from([0xe9, 0x2c, 0x80])], { encoding: 'windows-1252' })).toEqual([['é', '€']])
  })

  it.each([
    ['a,b\n"c\nd","e" f\n', {}, 'Line 2: text after a closing quote.'],
    ['a,b\n\n"c\n', {}, 'Line 3: the quote is never closed.'],
    ['a,b\n"1\n2",3\nc\n', { columns: 2 }, 'Line 4: expected 2 cells, found 1.'],
    [`a\n"${'x'.repeat(50)}`, { maxRowLength: 20 }, 'Line 2: the row is longer than 20 characters'],
  ])('names the line that it cannot read: %j', async (text, options, message) => {
    await expect(readText(text, options)).rejects.toThrow(message)
  })

  it('names the line of bytes that are not text', async () => {
    const bytes = Buffer.concat([Buffer.from('a,b\nc,d\ne,'), Buffer.from([0xe9]), Buffer.from('f\n')])
    await expect(read([bytes])).rejects.toThrow('Line 3: not valid UTF-8 text.')
    await expect(read(splitAt(bytes, [3, 9]))).rejects.toThrow(CsvError)
    await expect(read([Buffer.from([0x61, 0xc3])])).rejects.toThrow('Line 1: not valid UTF-8 text.')
  })

  it('skips bad rows if the caller takes them', async () => {
    const errors: string[] = []
    const onBadRow = ({ line, problem }: CsvProblem): void => void errors.push(`Line ${line}: ${problem}.`)
    expect(await readText('a,b\nc\n"d"x,e\nf,g\n', { columns: 2, onBadRow })).toEqual([
      ['a', 'b'],
      ['f', 'g'],
    ])
    expect(errors).toEqual(['Line 2: expected 2 cells, found 1.', 'Line 3: text after a closing quote.'])
  })
})

describe('a row with stray quotes', () => {
  it('costs no sound row, and every row is named by its line', async () => {
    const errors: string[] = []
    const onBadRow = ({ line, problem }: CsvProblem): void => void errors.push(`Line ${line}: ${problem}.`)
    const text = 'a,b\n1,"x\ny"\n2,"open\n3,z\n"4"5,q\n6,"w"\n'
    const batches: CsvBatch[] = []
    for await (const batch of readCsvLines([Buffer.from(text)], { columns: 2, onBadRow })) batches.push(batch)
    expect(batches.flatMap(({ rows }) => rows)).toEqual([
      ['a', 'b'],
      ['1', 'x\ny'],
      ['3', 'z'],
      ['6', 'w'],
    ])
    expect(batches.flatMap(({ lines }) => lines)).toEqual([1, 2, 5, 7])
    expect(errors).toEqual(['Line 4: text after a closing quote.', 'Line 6: text after a closing quote.'])
  })
})

describe('an endless line', () => {
  const chunk = (text: string): Buffer => Buffer.from(text.repeat(64 * 1024))

  test.each(['A', ',', 'A,', '"', '""', '"A"', '\u0000'])(
    'of %j is given up, and costs no more than its length',
    async (text) => {
      const problems: CsvProblem[] = []
      const options: CsvReadOptions = {
        delimiter: 'detect',
        maxRowLength: 1000,
        onBadRow: (it) => void problems.push(it),
      }
      const chunks = [...Array.from({ length: 100 }, () => chunk(text)), Buffer.from('\r'), Buffer.from('\nb,c\n')]
      const batches: CsvBatch[] = []
      for await (const batch of readCsvLines(chunks, options)) batches.push(batch)
      expect(batches).toEqual([{ rows: [['b', 'c']], lines: [2] }])
      expect(problems).toEqual([{ line: 1, problem: expect.stringContaining('longer than 1,000 characters') }])
    },
  )

  test('has no more cells than a spreadsheet has columns', async () => {
    const problems: CsvProblem[] = []
    const text = `a,b\n${','.repeat(16_384)}\n${','.repeat(16_383)}\n`
    const rows = await readText(text, { onBadRow: (problem) => void problems.push(problem) })
    expect(rows.map((cells) => cells.length)).toEqual([2, 16_384])
    expect(problems).toEqual([{ line: 2, problem: 'more than 16384 cells' }])
  })
})

test.each([
  ['a,b\n1,2\n', false],
  ['a,b\r\n1,2\r\n', false],
  ['a,b\r1,2\r', false],
  ['a,b\n1,2', true],
  ['a,b\n1', true],
  ['a,b\n"1', true],
  [`a,b\n${'x'.repeat(50)}`, true],
  [`a,b\n${'x'.repeat(50)}\n`, false],
])('the reader knows whether the last row of %j has no line break', (text, endsOpen) => {
  const found = [false, true].map((offers) => {
    const reader = new CsvLines({ maxRowLength: 20, onBadRow: () => undefined })
    for (const byte of Buffer.from(text)) {
      for (const { rows } of reader.push(Uint8Array.of(byte)))
        if (offers && rows.length > 0) reader.offerRows(() => true)
    }
    Array.from(reader.end())
    return reader.endsOpen
  })
  expect(found).toEqual([endsOpen, endsOpen])
})

test('rows come a few thousand at a time, with bad and blank ones counted, however many arrive at once', async () => {
  const text = `"open\n${'a\n'.repeat(20_000)}${'\n'.repeat(20_000)}${'"b"c\n'.repeat(20_000)}`
  let problems = 0
  const batches: CsvBatch[] = []
  const reader = new CsvLines({ onBadRow: () => void (problems += 1) })
  for (const chunk of text.match(/[^]{1,60000}/g) ?? []) batches.push(...reader.push(Buffer.from(chunk)))
  batches.push(...reader.end())
  expect(batches.flatMap(({ lines }) => lines)).toEqual(Array.from({ length: 20_000 }, (_, index) => index + 2))
  expect(problems).toBe(20_001)
  expect(Math.max(...batches.map(({ rows }) => rows.length))).toBeLessThan(5000)
})

describe('withoutGuard', () => {
  it('removes the apostrophe that the guard added, and no other', async () => {
    const letters = fc.string({
      unit: fc.constantFrom("'", '=', '+', '-', '@', '＝', '\t', '\r', ' ', '0', '5', 'e', '/', 'a', '"', ','),
    })
    const words = fc.array(fc.constantFrom("'", '1', ' ', 'mar', 'true', '=', '12345678901234567890', 'x'), {
      maxLength: 8,
    })
    const text = fc.oneof(
      letters,
      words.map((parts) => parts.join('')),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1 }), async (rows) => {
        const file = Buffer.from(await written(['A', 'B'], rows, { for: 'people' }))
        const found = (await read([file])).slice(1)
        expect(found.map((row) => row.map(withoutGuard))).toEqual(rows)
        for (const cell of found.flat()) expect(cell).not.toMatch(/^\s*[=+\-@＝]|^[\t\r]|^0\d+$/)
      }),
    )
  })
})
