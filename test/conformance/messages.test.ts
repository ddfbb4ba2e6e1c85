import { expect, test } from 'vitest'
import {
  aSend,
  day,
  expectError,
  expectShape,
  hour,
  openAccount,
  sender,
  start,
  type Account,
} from './support/account.ts'
import { documented } from './support/documented-shapes.ts'
import { json } from '../support/wire.ts'

const seconds = start / 1000

/** One message an hour, starting at `start`. */
async function hourly(account: Account, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    await account.send(`r${index}@x.org`)
    await account.pass(hour)
  }
}

test('records have the documented form after every event', async () => {
  const account = await openAccount({ strict: true })
  const rules = [
    'a',
    'bounce',
    'softbounce',
    'reject',
    'filter',
    'error',
    'complaint',
    'unsubscribe',
    'open+2',
    'click+2',
  ]
  const headers = { 'X-SVC-META': { a: 1, b: 'x' }, 'X-SVC-TAGS': ['t'] }
  await account.send(
    rules.map((rule) => `${rule}@x.org`),
    {},
    { headers },
  )
  await account.send('plain@x.org')
  await account.pass(day)
  const page = await account.post('/statistics/messages', { page: 1, pageSize: 100 })
  expectShape(page, documented.messages)
  expect(page).toMatchObject({ total: 11 })
})

test('page and pageSize return every record once, newest first', async () => {
  const account = await openAccount()
  await hourly(account, 11)
  const seen: string[] = []
  for (let page = 1; page <= 4; page++) {
    const { messages, total } = await account.page({ page, pageSize: 3 })
    expect(total).toBe(11)
    expect(messages).toHaveLength(page < 4 ? 3 : 2)
    seen.push(...messages.map(({ msg }) => msg.email))
  }
  expect(seen).toEqual(Array.from({ length: 11 }, (_, index) => `r${10 - index}@x.org`))
  expect(await account.page({ page: 5, pageSize: 3 })).toEqual({ messages: [], total: 11 })
  expect(await account.page({ page: 1_000_000_000, pageSize: 3 })).toEqual({ messages: [], total: 11 })
})

test('the page size is 25 by default and 500 at most', async () => {
  const account = await openAccount()
  await account.send(Array.from({ length: 501 }, (_, index) => `r${index}@x.org`))
  const length = async (filter: object): Promise<number> =>
    ((await account.post('/statistics/messages', filter)) as { messages: unknown[] }).messages.length
  expect([await length({}), await length({ page: 2 }), await length({ pageSize: 500 })]).toEqual([25, 25, 500])
  expect(await length({ pageSize: 500, page: 2 })).toBe(1)
  expect([await length({ pageSize: 501 }), await length({ pageSize: '1000000', page: 2 })]).toEqual([500, 1])
  expect(account.sandbox.control.requests().map(({ notes }) => notes)).toEqual(
    expect.arrayContaining([
      ['The page size 501 was reduced to 500.'],
      ['The page size 1000000 was reduced to 500.'],
      [],
    ]),
  )
})

test('page 0 is the first page', async () => {
  const account = await openAccount()
  await account.send(['a@x.org', 'b@x.org', 'c@x.org'])
  const page = (number: number) => account.page({ page: number, pageSize: 2 })
  expect(await page(0)).toEqual(await page(1))
  expect((await page(2)).messages).toHaveLength(1)
})

test('the default period is the last 30 days', async () => {
  const account = await openAccount()
  await account.send('old@x.org')
  await account.pass(20 * day)
  await account.send('new@x.org')
  expect((await account.page()).total).toBe(2)
  await account.pass(11 * day)
  expect((await account.records()).map(({ msg }) => msg.email)).toEqual(['new@x.org'])
  expect((await account.page({ dateBegin: 0 })).total).toBe(2)
  for (const name of ['domains', 'activities', 'bounces']) {
    const answer = (await account.post(`/statistics/${name}`)) as Record<
      string,
      { requested?: number; delivered?: number }
    >
    const sum = Object.values(answer).reduce((total, counts) => total + (counts.requested ?? counts.delivered ?? 0), 0)
    expect([name, sum]).toEqual([name, 1])
  }
})

test('a period includes both ends', async () => {
  const account = await openAccount()
  await hourly(account, 3)
  const emails = async (dateBegin: unknown, dateEnd: number): Promise<string[]> =>
    (await account.records({ dateBegin, dateEnd })).map(({ msg }) => msg.email)
  expect(await emails(seconds, seconds + 2 * hour)).toEqual(['r2@x.org', 'r1@x.org', 'r0@x.org'])
  expect(await emails(seconds + hour, seconds + hour)).toEqual(['r1@x.org'])
  expect(await emails('2026-03-15', seconds + hour)).toEqual(['r1@x.org', 'r0@x.org'])
  expect(await emails(seconds + 1, seconds + 2 * hour - 1)).toEqual(['r1@x.org'])
  expect(await emails(seconds + 3 * hour, seconds + 9 * hour)).toEqual([])
})

const iso = (at: number): string => new Date(at * 1000).toISOString()

test.each<[string, (at: number) => unknown]>([
  ['epoch seconds', (at) => at],
  ['a numeric string', String],
  ['yyyy-MM-ddTHH:mm:ss', (at) => iso(at).slice(0, 19)],
  ['with milliseconds', (at) => iso(at).slice(0, 23)],
  ['with Z', iso],
  ['with +0000', (at) => iso(at).replace('Z', '+0000')],
  ['with +00:00', (at) => iso(at).replace('Z', '+00:00')],
  ['in another zone', (at) => iso(at + 2 * hour).replace('Z', '+0200')],
])('dates as %s select the same records', async (_, form) => {
  const account = await openAccount()
  await hourly(account, 3)
  const period = { dateBegin: form(seconds + hour), dateEnd: form(seconds + hour) }
  expect((await account.records(period)).map(({ msg }) => msg.email)).toEqual(['r1@x.org'])
  for (const path of ['domains', 'tags', 'activities', 'bounces', 'emailplatforms', 'localisations']) {
    expect(await account.status('POST', `/statistics/${path}`, { body: period })).toBe(200)
  }
  const exported = (await account.post('/export/json', period)) as { email: string }[]
  expect(exported.map(({ email }) => email)).toEqual(['r1@x.org'])
})

test.each<unknown>([
  'yesterday',
  '',
  ' ',
  '2026-02-31T00:00:00',
  '2026-13-01T00:00:00',
  '2026-01-01T25:00:00',
  '0099-01-01T00:00:00',
  '2026-01-01T00:00:00+99:00',
  '1e9',
  '0x10',
  '-1',
  -1,
  1.5,
  1e30,
  true,
  {},
  [],
  ['x'],
])('%j is not a date', async (date) => {
  const account = await openAccount()
  for (const name of ['dateBegin', 'dateEnd']) {
    const paths = ['messages', 'domains', 'tags', 'activities', 'bounces', 'emailplatforms/webmails', 'localisations']
    for (const path of [...paths.map((last) => `/statistics/${last}`), '/export/json', '/export/csv/delta']) {
      const answer = await account.call('POST', path, { body: { [name]: date } })
      // Forms send an empty text instead of omitting the date.
      if (date === '') expect(answer.status).toBe(200)
      else expectError(answer, 400)
    }
  }
})

test('strict accepts only the documented forms of dates', async () => {
  const account = await openAccount({ strict: true })
  const status = (path: string, dateBegin: unknown): Promise<number> =>
    account.status('POST', path, { body: { dateBegin } })
  for (const path of ['/statistics/messages', '/statistics/domains', '/export/json']) {
    for (const date of [seconds, String(seconds), '2026-03-15T12:00:00', null])
      expect(await status(path, date)).toBe(200)
    for (const date of ['', '2026-03-15', '2026-03-15T12:00', '2026-03-15 12:00:00', '2026-03-15T12:00:00Z']) {
      expect([date, await status(path, date)]).toEqual([date, 400])
    }
  }
})

test('a period that ends before it begins is refused everywhere', async () => {
  const account = await openAccount()
  const paths = ['messages', 'domains', 'tags', 'activities', 'bounces', 'emailplatforms', 'localisations']
  for (const path of [
    ...paths.map((last) => `/statistics/${last}`),
    '/export/json',
    '/export/xls',
    '/export/csv/delta',
  ]) {
    expectError(await account.call('POST', path, { body: { dateBegin: 2000, dateEnd: 1999 } }), 400)
    expect(await account.status('POST', path, { body: { dateBegin: 2000, dateEnd: 2000 } })).toBe(200)
  }
})

test.each([
  { page: -1 },
  { page: 1.5 },
  { page: 'x' },
  { page: [] },
  { page: true },
  { page: 1e16 },
  { pageSize: 0 },
  { pageSize: -5 },
  { pageSize: 'all' },
  { pageSize: 2.5 },
  { pageSize: {} },
  { tags: 5 },
  { tags: {} },
  { tags: [5] },
  { froms: [{}] },
  { froms: 7 },
  { apiKeys: [null] },
  { apiKeys: true },
])('the filter %j is refused', async (filter) => {
  const account = await openAccount()
  expectError(await account.call('POST', '/statistics/messages', { body: filter }), 400)
})

test('pages as numeric strings are accepted, but not under strict', async () => {
  const body = { page: '1', pageSize: '10' }
  expect(await (await openAccount()).status('POST', '/statistics/messages', { body })).toBe(200)
  expectError(await (await openAccount({ strict: true })).call('POST', '/statistics/messages', { body }), 400)
})

test('a message appears in the list right after the response to its send', async () => {
  const account = await openAccount()
  for (let index = 0; index < 20; index++) {
    await account.call('POST', '/messages/send', { body: aSend(`r${index}@x.org`) })
    const answer = json(await account.call('POST', '/statistics/messages', { body: { froms: [sender] } }))
    expect(answer).toMatchObject({ total: index + 1 })
  }
})
