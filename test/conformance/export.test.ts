import { expect, test } from 'vitest'
import { exportTags } from '#shared/domain/exports/export-tags.ts'
import { day, expectError, expectShape, hour, openAccount, start, type Account, type Json } from './support/account.ts'
import { column, columns, fileTypes, rowsOf, type FileType } from './support/files.ts'
import * as is from './support/shape-checks.ts'
import { documented } from './support/documented-shapes.ts'

const awkward = [
  '=1+1',
  '"quoted", with comma',
  'Grüße ✓ 日本 😀',
  'semi;colon',
  '  spaces  ',
  '<b>&amp;</b>',
  '0012',
  '1e5',
]

async function filled(strict = false): Promise<Account> {
  const account = await openAccount({ strict })
  for (const subject of awkward) await account.send('click+2@x.org', { subject })
  await account.send(['bounce@x.org', 'open+3@y.org'], {}, { headers: { 'X-SVC-TAGS': ['red', 'blue, green'] } })
  await account.pass(day)
  return account
}

test('json export has the documented form', async () => {
  const account = await filled(true)
  const records = await account.post('/export/json', {})
  expectShape(records, is.arrayOf(documented.exportRecord))
  expect(records).toHaveLength(awkward.length + 2)
})

test('an export declares its type', async () => {
  const account = await filled()
  const types = {
    json: /^application\/json/,
    csv: /^text\/csv/,
    xls: /^application\/vnd\.ms-excel/,
    xlsx: /^application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet/,
  }
  for (const fileType of fileTypes) {
    const answer = await account.call('POST', `/export/${fileType}`, { body: {} })
    expect([answer.status, answer.headers['content-type']]).toEqual([200, expect.stringMatching(types[fileType])])
  }
})

test.each(fileTypes)('%s contains the data of the message list', async (fileType) => {
  const account = await filled()
  const rows = rowsOf(fileType, await account.call('POST', `/export/${fileType}`, { body: {} }))
  expect(rows[0]).toEqual(columns)
  const records = await account.records()
  const texts = (name: string): string[] => column(rows, name).map(String)
  expect(texts('Id').sort()).toEqual(records.map(({ id }) => id).sort())
  expect(texts('Subject').sort()).toEqual(records.map(({ msg }) => msg.subject).sort())
  for (const { id, apiKey, msg, lastState, open, click, tags, createdDate, lastStateDate } of records) {
    const row = rows.find((cells) => cells[0] === id)!
    const cell = Object.fromEntries(columns.map((name, index) => [name, row[index]]))
    expect(cell).toMatchObject({ ApiKey: apiKey, From: msg.from, Email: msg.email, LastState: lastState })
    expect([cell['Size'], cell['Open'], cell['Click']].map(Number)).toEqual([msg.size, open, click])
    expect(String(cell['Tags'])).toBe(exportTags(tags ?? []))
    for (const [name, date] of [
      ['CreatedDate', createdDate],
      ['LastStateDate', lastStateDate],
    ] as const) {
      expect(seconds(cell[name], fileType)).toBe(Math.floor(Date.parse(date.replace('+0000', 'Z')) / 1000))
    }
  }
})

/** Workbooks hold dates as days since 1899, in UTC; the texts hold epoch seconds. */
function seconds(cell: unknown, fileType: FileType): number {
  return fileType.startsWith('xls') ? Math.round((Number(cell) - 25_569) * day) : Number(cell)
}

test('csv is UTF-8 with commas, CRLF, and quotes where needed', async () => {
  const account = await openAccount()
  await account.send('a@x.org', { subject: 'a "b", c' })
  const { body } = await account.call('POST', '/export/csv', { body: {} })
  const lines = body.toString('utf8').split('\r\n')
  expect([lines[0], lines.length, lines[2]]).toEqual([columns.join(','), 3, ''])
  expect(lines[1]).toContain(',"a ""b"", c",')
  expect(lines[1]!.match(/"/g)).toHaveLength(6)
})

test('empty exports are complete files', async () => {
  const account = await openAccount({ strict: true })
  for (const fileType of fileTypes) {
    const answer = await account.call('POST', `/export/${fileType}`, { body: {} })
    expect([answer.status, rowsOf(fileType, answer)]).toEqual([200, [columns]])
  }
})

test('numbers are numbers in the workbooks', async () => {
  const account = await filled()
  for (const fileType of ['xls', 'xlsx'] as const) {
    const rows = rowsOf(fileType, await account.call('POST', `/export/${fileType}`, { body: {} }))
    for (const name of ['Size', 'Open', 'Click']) {
      expect(new Set(column(rows, name).map((cell) => typeof cell))).toEqual(new Set(['number']))
    }
    expect(column(rows, 'Subject')).toEqual(expect.arrayContaining(['0012', '1e5']))
  }
})

test('a period selects by creation date, including both ends', async () => {
  const account = await openAccount()
  for (let index = 0; index < 3; index++) {
    await account.send(`r${index}@x.org`)
    await account.pass(hour)
  }
  const begin = start / 1000
  const emails = async (period: Json): Promise<unknown[]> =>
    ((await account.post('/export/json', period)) as Json[]).map(({ email }) => email).sort()
  expect(await emails({ dateBegin: begin + hour, dateEnd: begin + hour })).toEqual(['r1@x.org'])
  expect(await emails({ dateBegin: begin + hour })).toEqual(['r1@x.org', 'r2@x.org'])
  expect(await emails({ dateEnd: begin + hour })).toEqual(['r0@x.org', 'r1@x.org'])
  expect(await emails({ dateBegin: String(begin), dateEnd: '2026-03-15T12:59:59' })).toEqual(['r0@x.org'])
})

test('an export without a period contains everything', async () => {
  const account = await openAccount()
  await account.send('old@x.org')
  await account.pass(400 * day)
  await account.send('new@x.org')
  expect(await account.post('/export/json', {})).toHaveLength(2)
})

test('the sample of GET returns the same as POST, with the period in the query', async () => {
  const account = await filled()
  const begin = start / 1000
  for (const fileType of fileTypes) {
    const [posted, got] = [
      rowsOf(
        fileType,
        await account.call('POST', `/export/${fileType}`, { body: { dateBegin: begin, dateEnd: begin } }),
      ),
      rowsOf(fileType, await account.call('GET', `/export/${fileType}?dateBegin=${begin}&dateEnd=${begin}`)),
    ]
    expect(got).toEqual(posted)
    expect(got.length).toBeGreaterThan(1)
  }
  expectError(await account.call('GET', '/export/json?dateBegin=x'), 400)
  expectError(await account.call('GET', '/export/json?dateBegin=2000&dateEnd=1000'), 400)
  expect(await account.get('/export/json?dateBegin=&dateEnd=')).toHaveLength(awkward.length + 2)
})

test('an unknown file type is refused, and stores no mark', async () => {
  const account = await openAccount()
  for (const fileType of ['pdf', 'JSON', 'xlsm', 'json%2F', 'csv.', '%20']) {
    expectError(await account.call('POST', `/export/${fileType}`, { body: {} }), 400)
    expectError(await account.call('POST', `/export/${fileType}/delta`, { body: {} }), 400)
  }
})

test('strict accepts the two dates and nothing else', async () => {
  const account = await openAccount({ strict: true })
  expect(await account.status('POST', '/export/json', { body: { dateBegin: 1, dateEnd: 2 } })).toBe(200)
  for (const body of [{ tags: [] }, { page: 1 }, []]) {
    expectError(await account.call('POST', '/export/json', { body }), 400)
  }
  expectError(await account.call('GET', '/export/json'), 405)
})
