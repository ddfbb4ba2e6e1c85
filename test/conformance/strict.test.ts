import { expect, test } from 'vitest'
import { aSend, expectError, openAccount } from './support/account.ts'

test('strict accepts everything that the service documents', async () => {
  const account = await openAccount({ strict: true })
  const headers = {
    'X-SVC-META': { a: 'b', c: 1 },
    'X-SVC-TAGS': ['t'],
    'X-SVC-SUB': [{ email: 'a@x.org', values: { name: 'A', subject: 's', meta: { d: 1 } } }],
  }
  await account.send('a@x.org', {}, { headers })
  await account.pass(3600)
  const filter = { dateBegin: 0, dateEnd: '2030-01-01T00:00:00', froms: [], apiKeys: [], tags: null }
  const page = await account.post('/statistics/messages', { page: 1, pageSize: 10, ...filter })
  expect(page).toMatchObject({ total: 1 })
  expect(
    await account.status('POST', '/settings/apikeys', { body: { description: 'd', ipFilterEnabled: false } }),
  ).toBe(200)
})

test.each<[string, string, unknown, number]>([
  ['POST', '/messages/send', aSend('a@x.org', {}, { headers: { 'X-SVC-BULK': 1 } }), 400],
  ['POST', '/messages/send', aSend('a@x.org', {}, { headers: { 'X-Own': 'x' } }), 400],
  ['POST', '/messages/send', { ...aSend('a@x.org'), to: ['a@x.org'] }, 400],
  ['POST', '/statistics/messages', { pagesize: 1 }, 400],
  ['POST', '/statistics/domains', [], 400],
  ['POST', '/settings/apikeys', { description: 'd', allowedIPs: '10.0.0.1' }, 400],
  ['GET', '/settings/apikeys/', undefined, 404],
])('strict refuses %s %s with %j', async (method, path, body, status) => {
  const account = await openAccount({ strict: true })
  expectError(await account.call(method, path, { body }), status)
  expect((await account.page()).total).toBe(0)
})
