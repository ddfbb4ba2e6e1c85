import { expect, test } from 'vitest'
import { aSend } from './support/service-client.ts'
import { openSandbox } from './support/open-sandbox.ts'

test('strict accepts what interface.md shows', async () => {
  const { client, sandbox } = await openSandbox({ strict: true })
  const headers = {
    'X-SVC-META': { a: 'b', c: 1 },
    'X-SVC-TAGS': ['t'],
    'X-SVC-SUB': [{ email: 'a@x.org', values: { name: 'A', subject: 's', meta: { d: 1 } } }],
  }
  expect((await client.post('/messages/send', aSend('a@x.org', {}, { headers }))).status).toBe(200)
  await sandbox.control.advance('hour')
  const filter = { dateBegin: 0, dateEnd: '2030-01-01T00:00:00', froms: [], apiKeys: [], tags: null }
  expect((await client.post('/statistics/messages', { page: 1, pageSize: 10, ...filter })).json).toMatchObject({
    total: 1,
  })
  expect(Object.keys((await client.get('/statistics/recipient/a@x.org')).json as object)).toHaveLength(7)
  expect((await client.post('/export/json', {})).status).toBe(200)
  expect((await client.post('/settings/apikeys', { description: 'd', ipFilterEnabled: false })).status).toBe(200)
  expect((await client.post('/blacklists/list/unsubscribers', {})).status).toBe(200)
  const domain = { sending: 'd.example', tracking: 't.d.example', email: 'a@d.example' }
  expect((await client.post('/settings/domains', domain)).json).not.toHaveProperty('records')
})

test.each<[string, string, unknown, number]>([
  ['POST', '/messages/send', aSend('a@x.org', {}, { cc: [] }), 400],
  ['POST', '/messages/send', aSend('a@x.org', {}, { headers: { 'X-SVC-BULK': 1 } }), 400],
  ['POST', '/messages/send', aSend('a@x.org', {}, { headers: { 'X-Own': 'x' } }), 400],
  ['POST', '/messages/send', aSend('a@x.org', {}, { headers: [] }), 400],
  ['POST', '/messages/send', { ...aSend('a@x.org'), to: ['a@x.org'] }, 400],
  ['POST', '/statistics/messages', { page: '1' }, 400],
  ['POST', '/statistics/messages', { pagesize: 1 }, 400],
  ['POST', '/statistics/domains', [], 400],
  ['POST', '/settings/apikeys', { description: 'd', allowedIPs: '10.0.0.1' }, 400],
  ['POST', '/blacklists/list', { type: 'unsubscribes' }, 400],
  ['GET', '/export/json', undefined, 405],
  ['GET', '/settings/domains', undefined, 405],
  ['GET', '/settings/templates/list', undefined, 405],
  ['GET', '/users', undefined, 404],
  ['GET', '/account', undefined, 404],
  ['GET', '/settings/apikeys/', undefined, 404],
])('strict refuses %s %s with %j', async (method, path, body, status) => {
  const { client, sandbox } = await openSandbox({ strict: true })
  expect((await client.call({ method, path, body })).status).toBe(status)
  expect(sandbox.store.messages.count()).toBe(0)
})

test('strict requires a body declared as JSON', async () => {
  const { client } = await openSandbox({ strict: true })
  expect((await client.call({ method: 'POST', path: '/statistics/domains' })).status).toBe(400)
  const headers = { 'Content-Type': undefined }
  expect((await client.call({ method: 'POST', path: '/statistics/domains', raw: '{}', headers })).status).toBe(415)
})
