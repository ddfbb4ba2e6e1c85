import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJsonRecords } from './json-reader.ts'
import type { BadRecord, JsonEnd, JsonObject, JsonReadOptions } from './json-reader.ts'
import { writeJson, writeJsonLines } from './json-writer.ts'
import type { Row } from '../base/table.ts'
import { bytesOf, splitAt } from '#test/support/table-files.ts'

type Result = {
  records: JsonObject[]
  bad: BadRecord[]
  end: JsonEnd
}

async function read(chunks: Iterable<Uint8Array>, options?: JsonReadOptions): Promise<Result> {
  const stream = readJsonRecords(chunks, options)
  const records: JsonObject[] = []
  const bad: BadRecord[] = []
  for await (const batch of stream) {
    records.push(...batch.records)
    bad.push(...batch.bad)
  }
  return { records, bad, end: stream.end }
}

function readText(text: string, options?: JsonReadOptions): Promise<Result> {
  return read([Buffer.from(text)], options)
}

function singleBytes(text: string): Uint8Array[] {
  return [...Buffer.from(text)].map((byte) => Uint8Array.of(byte))
}

const record = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()).map(clean)
const cuts = fc.array(fc.nat(600), { maxLength: 12 })

/** The value after a JSON round trip, in which `-0` becomes 0. */
function clean(value: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(value))
}

describe('writeJson', () => {
  it('writes an array of objects without empty fields, and dates in seconds', async () => {
    const rows: Row[] = [
      ['a "b"', 1.5, new Date('2026-01-02T03:04:05.678Z')],
      [null, Number.NaN, null],
    ]
    const text = (await bytesOf(writeJson(['id', 'na"me', 'createdDate'], [rows]))).toString()
    expect(text).toBe('[\n{"id":"a \\"b\\"","na\\"me":1.5,"createdDate":1767323045},\n{}\n]\n')
    expect((await bytesOf(writeJson(['id'], []))).toString()).toBe('[]\n')
  })

  it('writes dates in other forms, and JSON as it is', async () => {
    const row: Row = ['{"a":[1]}', new Date('2026-01-02T03:04:05.678Z'), new Date(Number.NaN), null]
    const columns = ['meta', 'date', 'none', 'extra']
    const of = async (dates: 'iso' | 'local'): Promise<unknown> => {
      const options = { dates, offsetMinutes: () => -90, jsonColumns: new Set([0, 3]) }
      return JSON.parse((await bytesOf(writeJson(columns, [[row]], options))).toString())
    }
    expect(await of('iso')).toEqual([{ meta: { a: [1] }, date: '2026-01-02T01:34:05-01:30' }])
    expect(await of('local')).toEqual([{ meta: { a: [1] }, date: '2026-01-02 01:34:05' }])
  })

  it('is read back by JSON.parse, lone surrogates included', async () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('\ud800', '\udc00', '\0', 'é') }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, fc.integer(), cell)), async (rows) => {
        const text = (await bytesOf(writeJson(['a', 'b', 'c'], [rows]))).toString()
        expect(JSON.parse(text)).toEqual(rows.map(([a, b, c]) => ({ a, b, c })))
      }),
    )
  })
})

describe('writeJsonLines', () => {
  it('writes one object for each line, whatever the text', async () => {
    const cell = fc.string({ unit: fc.constantFrom('"', '\\', '\n', '\r', '\u2028', '\0', '\ud800', '😀', 'a') })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, fc.integer())), async (rows) => {
        const text = (await bytesOf(writeJsonLines(['a', 'b'], [rows]))).toString()
        expect(text === '' || text.endsWith('}\n')).toBe(true)
        const lines = text.split('\n').slice(0, -1)
        expect(lines.map((line): unknown => JSON.parse(line))).toEqual(rows.map(([a, b]) => ({ a, b })))
      }),
    )
  })
})

describe('readJsonRecords', () => {
  it('sets aside a record that is not UTF-8 instead of changing its text, and reads the others', async () => {
    const lines = [`{"id":"1","name":"Łódź"}`, `{"id":"2","name":"#"}`, `{"id":"3","name":"😀"}`]
    const [before = '', after = ''] = `[${lines.join(',\n')}]`.split('#')
    const file = Buffer.concat([Buffer.from(before), Buffer.from([0xe9]), Buffer.from(after)])
    await fc.assert(
      fc.asyncProperty(cuts, async (at) => {
        const { records, bad } = await read(splitAt(file, at))
        expect(records).toEqual([
          { id: '1', name: 'Łódź' },
          { id: '3', name: '😀' },
        ])
        expect(bad).toMatchObject([{ index: 1, error: 'not valid UTF-8 text' }])
      }),
    )
  })

  it('reads an array, wherever the chunks end', async () => {
    const spacing = fc.constantFrom(undefined, 1, '\t')
    await fc.assert(
      fc.asyncProperty(fc.array(record), cuts, spacing, async (records, at, indent) => {
        const bytes = Buffer.from(JSON.stringify(records, null, indent))
        const result = await read(splitAt(bytes, at))
        expect(result.records).toEqual(records)
        expect(result.end).toMatchObject({ shape: 'array', isComplete: true, records: records.length, bad: 0 })
      }),
    )
  })

  it('reads one object per line, compact or indented', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 2 }), cuts, fc.constantFrom(0, 2), async (records, at, indent) => {
        const text = records.map((value) => JSON.stringify(value, null, indent)).join('\n')
        const result = await read(splitAt(Buffer.from(text), at))
        expect(result.records).toEqual(records)
        expect(result.end).toMatchObject({ shape: 'lines', isComplete: true })
      }),
    )
  })

  it('reads one object, an empty array and an empty body', async () => {
    expect(await readText('\uFEFF {"a":[{"b":1}]}\n')).toMatchObject({
      records: [{ a: [{ b: 1 }] }],
      end: { shape: 'object', isComplete: true },
    })
    expect((await readText(' [ ] ')).end).toMatchObject({ shape: 'array', isComplete: true, records: 0 })
    expect((await readText('')).end).toMatchObject({ shape: 'none', isComplete: false })
  })

  it('detects a cut anywhere in an array', async () => {
    const text = JSON.stringify([{ id: 'a', tags: ['x', 'y'] }, { id: 'b"\\', open: 2 }, { id: 'é' }])
    const bytes = Buffer.from(text)
    for (let length = 1; length < bytes.length; length += 1) {
      const { records, bad, end } = await read([bytes.subarray(0, length)])
      expect(end.isComplete).toBe(false)
      expect(bad).toEqual([])
      expect(records).toEqual(JSON.parse(text).slice(0, records.length))
    }
    expect((await read([bytes.subarray(0, bytes.length - 3)])).end.cut).toBe('{"id":"é')
  })

  const broken: [string, string][] = [
    ['a comma too many', '{"id":"2",,"b":"x"}'],
    ['NaN', '{"id":"2","b":NaN}'],
    ['a quote within text', '{"id":"2","b":"say "hello" twice, {now}"}'],
    ['a quote that is not opened', '{"id":"2","b":x","c":"y"}'],
    ['a quote that is not closed', '{"id":"2","b":"x,"c":"y}'],
    ['a brace that is not closed', '{"id":"2","b":{"c":1}'],
    ['a bracket that is not closed', '{"id":"2","b":["c"}'],
    ['a bare line break in text', '{"id":"2","b":"x\ny"}'],
    ['an escape that does not exist', '{"id":"2","b":"\\q"}'],
  ]

  it.each(broken)('keeps the other records of an array: %s', async (_, raw) => {
    const text = `[{"id":"1"},${raw},{"id":"3","b":[{"c":1},{"c":2}]},\n {"id":"4"}]`
    for (const chunks of [[Buffer.from(text)], singleBytes(text)]) {
      const { records, bad, end } = await read(chunks)
      expect(records.map((value) => value['id'])).toEqual(['1', '3', '4'])
      expect(bad).toHaveLength(1)
      expect(bad[0]).toMatchObject({ index: 1, raw: expect.stringContaining(raw) })
      expect(end).toMatchObject({ isComplete: true, records: 3, bad: 1 })
    }
  })

  it.each(broken)('keeps the other lines: %s', async (_, raw) => {
    const { records, bad } = await read(singleBytes(`{"id":"1"}\n${raw}\n{"id":"3"}\n{"id":"4"}\n`))
    expect(records.map((value) => value['id'])).toEqual(['1', '3', '4'])
    expect(bad).toHaveLength(1)
  })

  it.each(broken)('reports a bad last record: %s', async (_, raw) => {
    const { records, bad, end } = await readText(`[{"id":"1"},${raw}]`)
    expect(records).toEqual([{ id: '1' }])
    expect(bad).toHaveLength(1)
    expect(end.isComplete).toBe(true)
  })

  it('reports values that are not objects', async () => {
    const { records, bad, end } = await read(singleBytes('[1,{"id":"1"},null,[2],"x"]'))
    expect(records).toEqual([{ id: '1' }])
    expect(bad.map(({ raw, error, index }) => [raw, error, index])).toEqual([
      ['1', 'not an object', 0],
      ['null', 'not an object', 2],
      ['[2]', 'not an object', 3],
      ['"x"', 'not an object', 4],
    ])
    expect(end.isComplete).toBe(true)
  })

  it('reports a body that is not JSON, and keeps its beginning', async () => {
    const page = `<html><body>${'Bad gateway {"a":1} '.repeat(1000)}`
    const { records, bad, end } = await read(splitAt(Buffer.from(page), [3, 700, 9000]))
    expect(records).toEqual([])
    expect(bad).toHaveLength(1)
    expect(bad[0]).toMatchObject({ error: 'not JSON', raw: page.slice(0, 500) })
    expect(end).toMatchObject({ shape: 'foreign', isComplete: false })
  })

  it('skips a record that is too long and continues after it', async () => {
    const text = `[{"id":"1"},{"id":"2","b":"${'x'.repeat(5000)}"},{"id":"3"}]`
    const { records, bad } = await read(splitAt(Buffer.from(text), [100, 1500, 3000]), { maxRecordBytes: 1000 })
    expect(records.map((value) => value['id'])).toEqual(['1', '3'])
    expect(bad).toHaveLength(1)
    expect(bad[0]!.error).toBe('longer than 1000 bytes')
  })

  it('counts the bytes after the closing bracket', async () => {
    expect((await readText('[{"a":1}]\n [2]')).end).toMatchObject({ isComplete: true, trailingBytes: 3 })
  })

  it('survives any bytes', async () => {
    const piece = fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\', '\n', ' ', 'a', '1', '{"id":1}', '\ud83d')
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: piece, maxLength: 60 }), cuts, async (text, at) => {
        const { records, bad, end } = await read(splitAt(Buffer.from(text), at))
        expect(end.records).toBe(records.length)
        expect(end.bad).toBe(bad.length)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a record made to cost more than its length', () => {
  it('is skipped if records are nested and never closed', async () => {
    const chunk = Buffer.from('{"id":[1,'.repeat(7000))
    const { bad, end } = await read([Buffer.from('['), ...Array.from({ length: 40 }, () => chunk)])
    expect(bad.length).toBeGreaterThan(100_000)
    expect(end.isComplete).toBe(false)
  })

  it('is skipped if its values never end, and the records after it are read', async () => {
    const fields = Array.from({ length: 20_000 }, (_, index) => `"k${index}":0`).join(',')
    const text = `[{"id":1,${fields}},{"id":2,"list":[${'0,'.repeat(300_000)}0]},{"id":3,"meta":{${fields}}},{"id":4}]`
    const { records, bad } = await read([Buffer.from(text)])
    expect(bad.map(({ error }) => error)).toEqual([
      'too large: it has more than 16384 fields',
      'too large: it has more than 250000 values',
      'too large: it has more than 16384 fields',
    ])
    expect(records).toEqual([{ id: 4 }])
  })
})
