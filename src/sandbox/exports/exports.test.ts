import { parse } from 'csv-parse/sync'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as sheets from 'xlsx'
import { openStore } from '../store/store.ts'
import type { FileType } from '#shared/contract/base/file-type.ts'
import type { Store } from '../store/index.ts'
import { createExports } from './exports.ts'
import type { Export, Exports } from './types.ts'

const now = Date.UTC(2026, 5, 15, 12, 0, 0, 250)
const seconds = Math.floor(now / 1000)

let store: Store
let exports: Exports
beforeEach(() => {
  store = openStore({ path: ':memory:' })
  exports = createExports(store)
})
afterEach(() => store.close())

async function bytes({ chunks }: Export): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of chunks) parts.push(part)
  return Buffer.concat(parts)
}
type ExportRecord = Record<string, string | number>
const json = async (from: Export) => JSON.parse((await bytes(from)).toString()) as ExportRecord[]
const emails = async (from: Export) => (await json(from)).map(({ email }) => email)

function insert(email: string, subject = 'Hello', tags: string[] = [], createdDate = now, apiKey = 'key-1'): string {
  const from = { address: '"A, B" <shop>@nordwind.example' }
  const content = { from, subject, text: 'Hello', images: [], attachments: [], headers: {} }
  return store.messages.insert([
    { createdDate, apiKey, tags, content, messages: [{ email, subject, size: 900 }] },
  ])[0]![0]!
}

/** Adds more messages than one slice of an export has; their sizes count from 0. */
function insertMany(): void {
  const messages = Array.from({ length: 10_000 }, (_, size) => ({
    email: `a${size}@x.example`,
    subject: 'Hello',
    size,
  }))
  const content = { from: { address: 'a@b.example' }, subject: '', images: [], attachments: [], headers: {} }
  store.messages.insert([{ createdDate: now, apiKey: 'key-1', tags: [], content, messages }])
}

const nasty = [
  'plain',
  'comma, and "quotes"',
  'back\\slash',
  'line\r\nbreak\tand \u0001 control',
  'Zoë ☂ 👩‍👩‍👧 \u2028',
  '=1+1',
  "it's, 'x'",
  '',
  'lone \ud800 half',
]

test('a delta that outlives a reset does not move the mark of the new content', async () => {
  for (const email of ['a@x.org', 'b@x.org', 'c@x.org']) insert(email)
  const { commit, ...late } = exports.delta('json', {})
  expect(await json(late)).toHaveLength(3)
  store.reset()
  commit!()
  insert('new@x.org')
  expect(await emails(exports.delta('json', {}))).toEqual(['new@x.org'])
})

test.each(['json', 'csv', 'xlsx'] as const)(
  'a %s that outlives a reset ends with an error, and mixes nothing',
  async (fileType) => {
    insertMany()
    const running = exports.all(fileType, {})
    const parts = running.chunks[Symbol.asyncIterator]()
    while (running.records() === 0) expect((await parts.next()).done).toBe(false)
    store.reset()
    insertMany()
    const rest = async () => {
      while (!(await parts.next()).done);
    }
    await expect(rest()).rejects.toThrow('The content was replaced while it was being exported.')
  },
)

test('an export survives a change that is undone', async () => {
  insertMany()
  const found = json(exports.all('json', {}))
  const failing = () =>
    store.database.transaction(() => {
      throw new Error('full')
    })
  expect(failing).toThrow('full')
  expect(await found).toHaveLength(10_000)
})

describe('export', () => {
  test('json has every field, and any text comes back as it was', async () => {
    for (const [at, subject] of nasty.entries()) insert(`"odd,${at}"@x.example`, subject, at % 2 ? ['a"b', 'c,d'] : [])
    const records = await json(exports.all('json', {}))
    expect(records.map(({ subject }) => subject)).toEqual(nasty.map((subject) => subject.toWellFormed()))
    expect(records[1]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      apiKey: 'key-1',
      createdDate: seconds,
      lastStateDate: seconds,
      from: '"A, B" <shop>@nordwind.example',
      email: '"odd,1"@x.example',
      subject: nasty[1],
      size: 900,
      tags: '["a\\"b","c,d"]',
      lastState: 'requested',
      open: 0,
      click: 0,
    })
    expect(records[0]).not.toHaveProperty('tags')
  })

  test('csv is read by an independent parser to the same records', async () => {
    for (const [at, subject] of nasty.entries()) insert(`"odd,${at}"@x.example`, subject, at % 2 ? ['a"b', 'c,d'] : [])
    const text = (await bytes(exports.all('csv', {}))).toString()
    const records = await json(exports.all('json', {}))
    const rows: Record<string, string>[] = parse(text, { columns: true, record_delimiter: '\r\n' })
    const keyOf = (column: string) => column[0]!.toLowerCase() + column.slice(1)
    const back = rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [keyOf(column), value])),
    )
    expect(back).toEqual(
      records.map((record) => ({
        tags: '',
        ...Object.fromEntries(Object.entries(record).map(([name, value]) => [name, String(value)])),
      })),
    )
    expect(text.split('\r\n')[0]).toBe(
      'Id,ApiKey,CreatedDate,LastStateDate,From,Email,Subject,Size,Tags,LastState,Open,Click',
    )
  })

  test.each(['xls', 'xlsx'] as const)('%s is read by SheetJS to the same records', async (fileType) => {
    insert('a@x.example', 'comma, and "quotes"', ['invoice', 'order'])
    store.messages.recordEvent(insert('b@x.example', 'Zoë ☂'), { type: 'delivered', date: now + 5000 })
    const book = sheets.read(await bytes(exports.all(fileType, {})))
    const rows = sheets.utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[0]!]!)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({
      Email: 'a@x.example',
      Subject: 'comma, and "quotes"',
      Tags: 'invoice,order',
      Size: 900,
    })
    expect(rows[1]).toMatchObject({ Subject: 'Zoë ☂', LastState: 'delivered', Open: 0 })
    // Spreadsheets count days since 1900; 25,569 of them are before 1970.
    expect(((rows[1]!['LastStateDate'] as number) - 25_569) * 86_400).toBeCloseTo(seconds + 5, 3)
  })

  test.each([
    ['json', '[]\n'],
    ['csv', 'Id,ApiKey,CreatedDate,LastStateDate,From,Email,Subject,Size,Tags,LastState,Open,Click\r\n'],
  ] as const)('%s of nothing is a whole file', async (fileType, text) => {
    const empty = exports.all(fileType, {})
    expect((await bytes(empty)).toString()).toBe(text)
    expect(empty.records()).toBe(0)
  })

  test('tags that would fall apart are a list', async () => {
    const given = [['a,b'], [' a '], ['[]', 'x'], ['x', '[]'], ['say "hi", twice'], ['plain', 'two']]
    const texts = ['["a,b"]', '[" a "]', '["[]","x"]', 'x,[]', '["say \\"hi\\", twice"]', 'plain,two']
    for (const tags of given) insert('a@x.example', 'Hello', tags)
    expect((await json(exports.all('json', {}))).map(({ tags }) => tags)).toEqual(texts)
    const rows: Record<string, string>[] = parse(await bytes(exports.all('csv', {})), { columns: true })
    expect(rows.map(({ Tags }) => Tags)).toEqual(texts)
  })

  test('a text longer than a cell is counted, beside the mark in its cell', async () => {
    insert('a@x.example', 'x'.repeat(40_000))
    for (const [fileType, cut] of [
      ['json', 0],
      ['csv', 0],
      ['xls', 1],
      ['xlsx', 1],
    ] as const) {
      const running = exports.all(fileType, {})
      await bytes(running)
      expect([fileType, running.cutTexts()]).toEqual([fileType, cut])
    }
  })

  test('a period takes both of its seconds', async () => {
    for (const after of [-1, 0, 999, 1000, 2000]) insert(`a${after}@x.example`, 'Hello', [], seconds * 1000 + after)
    const begin = seconds * 1000
    expect(await emails(exports.all('json', { dateBegin: begin, dateEnd: begin }))).toEqual([
      'a0@x.example',
      'a999@x.example',
    ])
    expect(await emails(exports.all('json', { dateBegin: begin + 1000 }))).toEqual([
      'a1000@x.example',
      'a2000@x.example',
    ])
    expect(await emails(exports.all('json', { dateEnd: begin - 1 }))).toEqual(['a-1@x.example'])
    expect(await emails(exports.all('json', { dateBegin: begin + 5000, dateEnd: begin }))).toEqual([])
  })

  test('many slices make one file, and nothing accepted meanwhile is torn into it', async () => {
    insertMany()
    const running = exports.all('json', {})
    const parts: Uint8Array[] = []
    for await (const part of running.chunks) {
      parts.push(part)
      insert('late@x.example', 'late', [], now + parts.length)
    }
    const records = JSON.parse(Buffer.concat(parts).toString()) as ExportRecord[]
    expect(records.map(({ size }) => size)).toEqual(Array.from({ length: 10_000 }, (_, at) => at))
    expect(running.records()).toBe(10_000)
  })
})

describe('delta', () => {
  const fileTypes: readonly FileType[] = ['json', 'csv']

  test('has what is new since the last one that went out whole, for each file type', async () => {
    insert('a@x.example')
    expect(await emails(exports.delta('json', {}))).toEqual(['a@x.example'])
    const again = exports.delta('json', {})
    expect(await emails(again)).toEqual(['a@x.example'])
    again.commit()
    expect(await emails(exports.delta('json', {}))).toEqual([])
    expect((await bytes(exports.delta(fileTypes[1]!, {}))).toString()).toContain('a@x.example')
    insert('b@x.example')
    expect(await emails(exports.delta('json', {}))).toEqual(['b@x.example'])
  })

  test('has a message again when its state changed, and not when it was opened', async () => {
    const id = insert('a@x.example')
    exports.delta('json', {}).commit()
    store.messages.recordEvent(id, { type: 'open', date: now + 1 })
    expect(await emails(exports.delta('json', {}))).toEqual([])
    store.messages.recordEvent(id, { type: 'delivered', date: now })
    expect(await json(exports.delta('json', {}))).toMatchObject([
      { email: 'a@x.example', lastState: 'delivered', open: 1 },
    ])
  })

  test('leaves what changes while it runs to the next one', async () => {
    const id = insert('a@x.example')
    const first = exports.delta('json', {})
    insert('b@x.example')
    store.messages.recordEvent(id, { type: 'delivered', date: now })
    await bytes(first)
    first.commit()
    expect(await emails(exports.delta('json', {}))).toEqual(['a@x.example', 'b@x.example'])
  })

  test('never moves the mark back', () => {
    insert('a@x.example')
    const early = exports.delta('json', {})
    insert('b@x.example')
    exports.delta('json', {}).commit()
    early.commit()
    return expect(emails(exports.delta('json', {}))).resolves.toEqual([])
  })

  test('starts again after a reset', async () => {
    insert('a@x.example')
    exports.delta('json', {}).commit()
    store.reset()
    insert('b@x.example')
    expect(await emails(exports.delta('json', {}))).toEqual(['b@x.example'])
  })
})
