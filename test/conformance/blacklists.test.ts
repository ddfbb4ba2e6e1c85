import { expect, test } from 'vitest'
import { day, expectError, expectShape, hour, openAccount, start, type Account, type Json } from './support/account.ts'
import { documented } from './support/documented-shapes.ts'

const types = ['bounces', 'complaints', 'unsubscribers'] as const

async function add(account: Account, count: number, type: string = 'bounces'): Promise<void> {
  for (let index = 0; index < count; index++) {
    await account.post('/blacklists', { type, email: `r${index}@x.org` })
    await account.pass(hour)
  }
}

const emails = (answer: unknown, type: string = 'bounces'): unknown[] =>
  ((answer as Record<string, Json[]>)[type] ?? []).map(({ email }) => email)

test.each(types)('%s: both paths return the documented form under the name of the list', async (type) => {
  const account = await openAccount({ strict: true })
  await account.send(['bounce@x.org', 'complaint@x.org', 'unsubscribe@x.org'])
  await account.pass(day)
  const inBody = await account.post('/blacklists/list', { type })
  const inPath = await account.post(`/blacklists/list/${type}`, {})
  expectShape(inBody, documented.blacklist(type))
  expect(Object.keys(inBody as Json).sort()).toEqual([type, 'total'].sort())
  expect(inPath).toEqual(inBody)
  expect(inBody).toMatchObject({ total: 1 })
  const [entry] = (inBody as Record<string, Json[]>)[type]!
  expect(Number(entry!['date'])).toBeGreaterThanOrEqual(start / 1000)
})

test('`unsubscribes` is another name for unsubscribers', async () => {
  const account = await openAccount()
  await add(account, 1, 'unsubscribers')
  const expected = { total: 1, unsubscribers: [expect.objectContaining({ email: 'r0@x.org' })] }
  expect(await account.post('/blacklists/list', { type: 'unsubscribes' })).toEqual(expected)
  expect(await account.post('/blacklists/list/unsubscribes', {})).toEqual(expected)
  const strict = await openAccount({ strict: true })
  expectError(await strict.call('POST', '/blacklists/list', { body: { type: 'unsubscribes' } }), 400)
})

test('order 0 sorts oldest first, and order 1 newest first', async () => {
  const account = await openAccount()
  await add(account, 4)
  const ascending = ['r0@x.org', 'r1@x.org', 'r2@x.org', 'r3@x.org']
  const list = async (order: unknown): Promise<unknown[]> =>
    emails(await account.post('/blacklists/list', { type: 'bounces', order }))
  expect(await list(0)).toEqual(ascending)
  expect(await list(1)).toEqual([...ascending].reverse())
})

test('pages contain every entry once, and total is the size of the whole list', async () => {
  const account = await openAccount()
  await add(account, 7)
  for (const path of ['/blacklists/list', '/blacklists/list/bounces']) {
    const seen: unknown[] = []
    for (let page = 1; page <= 3; page++) {
      const answer = await account.post(path, { type: 'bounces', page, pageSize: 3, order: 0 })
      expect(answer).toMatchObject({ total: 7 })
      seen.push(...emails(answer))
    }
    expect(seen).toEqual(Array.from({ length: 7 }, (_, index) => `r${index}@x.org`))
    expect(await account.post(path, { type: 'bounces', page: 4, pageSize: 3 })).toEqual({ bounces: [], total: 7 })
  }
})

test('a custom list contains the addresses of its own sends; without a name, all lists are returned', async () => {
  const account = await openAccount()
  for (const [email, list] of [
    ['unsubscribe@a.example', 'news'],
    ['unsubscribe@b.example', 'offers'],
    ['unsubscribe@c.example', undefined],
    ['complaint@d.example', 'news'],
  ]) {
    await account.send(email!, {}, list === undefined ? {} : { headers: { 'X-SVC-BLACKLIST': list } })
  }
  await account.pass(day)
  const total = async (type: string, list?: string | null): Promise<unknown> =>
    ((await account.post('/blacklists/list', { type, list })) as Json)['total']
  expect(await total('unsubscribers')).toBe(3)
  expect(await total('unsubscribers', null)).toBe(3)
  expect(await total('unsubscribers', '')).toBe(3)
  expect(await total('unsubscribers', 'news')).toBe(1)
  expect(await total('unsubscribers', 'offers')).toBe(1)
  expect(await total('unsubscribers', 'none')).toBe(0)
  expect(await total('complaints', 'news')).toBe(1)
})

test.each<unknown>([
  {},
  { type: null },
  { type: '' },
  { type: 'nope' },
  { type: 5 },
  { type: [] },
  'x',
  [1],
  { type: 'bounces', page: -1 },
  { type: 'bounces', pageSize: 0 },
  { type: 'bounces', order: 2 },
  { type: 'bounces', order: 'down' },
  { type: 'bounces', list: 5 },
  { type: 'bounces', page: 'x' },
])('the list %j is refused', async (body) => {
  const account = await openAccount()
  expectError(await account.call('POST', '/blacklists/list', { body }), 400)
})

test('an unknown type in the path is refused, and so is one that contradicts the body', async () => {
  const account = await openAccount()
  const unknown = await account.call('POST', '/blacklists/list/nope', { body: {} })
  expect([400, 404]).toContain(unknown.status)
  expectError(unknown, unknown.status)
})

test('an address with slashes is found by itself and after a type', async () => {
  const account = await openAccount()
  for (const email of ['a/b@x.org', 'a/b/c@x.org']) {
    await account.post('/blacklists', { type: 'complaints', email })
    expect(await account.get(`/blacklists/complaints/${email}`)).toMatchObject({ email })
    expect(await account.get(`/blacklists/${email}`)).toMatchObject([{ email, blacklist: 'complaints' }])
    expect(await account.status('DELETE', `/blacklists/complaints/${email}`)).toBe(200)
    expect(await account.get(`/blacklists/${email}`)).toEqual([])
  }
  expectError(await account.call('GET', '/blacklists/nope/nothing'), 400)
})

test('an entry is added, read and removed if an account has these operations', async () => {
  const account = await openAccount()
  await account.post('/blacklists', { type: 'complaints', email: 'A+b@X.org' })
  expect(await account.get('/blacklists/complaints/a%2Bb%40x.org')).toEqual({
    email: 'a+b@x.org',
    date: start / 1000,
    reason: expect.any(String) as string,
    id: expect.stringMatching(/^[\da-f]{24}$/) as string,
    blacklist: 'complaints',
    listName: null,
    createdDate: start / 1000,
    lastModifiedDate: start / 1000,
  })
  expectShape(await account.post('/blacklists/list', { type: 'complaints' }), documented.blacklist('complaints'))
  expectError(await account.call('POST', '/blacklists', { body: { type: 'complaints', email: 'a+b@x.org' } }), 409)
  expect(await account.status('DELETE', '/blacklists/complaints/a+b@x.org')).toBe(200)
  expectError(await account.call('DELETE', '/blacklists/complaints/a+b@x.org'), 404)
  expectError(await account.call('GET', '/blacklists/complaints/a+b@x.org'), 404)
  for (const body of [
    {},
    { type: 'bounces' },
    { email: 'a@x.org' },
    { type: 'x', email: 'a@x.org' },
    { type: 'bounces', email: 'x' },
  ]) {
    expectError(await account.call('POST', '/blacklists', { body }), 400)
  }
  expect(await account.post('/blacklists/list', { type: 'complaints' })).toEqual({ complaints: [], total: 0 })
})
