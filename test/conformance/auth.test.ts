import { expect, test } from 'vitest'
import { aSend, expectError, openAccount, type Account, type Json } from './support/account.ts'
import type { Answer } from '../support/wire.ts'
import { json } from '../support/wire.ts'

type Key = Json & {
  id: string
  hash: string
  key: string
}

const names = { user: 'X-Service-ApiUser', key: 'X-Service-ApiKey' }

const as = (account: Account, user: string | undefined, key: string | undefined): Promise<Answer> =>
  account.call('GET', '/settings/apikeys', { headers: { [names.user]: user, [names.key]: key } })

async function addKey(account: Account, more: Json = {}): Promise<Key> {
  return (await account.post('/settings/apikeys', { description: 'Second', ...more })) as Key
}

test('every operation needs both headers', async () => {
  const account = await openAccount()
  const { user, key } = account.sandbox.credentials
  const headers = { [names.user]: undefined, [names.key]: undefined }
  const operations = [
    '/export/json',
    '/export/csv/delta',
    '/messages/send',
    '/statistics/messages',
    '/statistics/domains',
    '/statistics/tags',
    '/statistics/activities',
    '/statistics/bounces',
    '/statistics/emailplatforms',
    '/statistics/emailplatforms/webmails/total',
    '/statistics/localisations',
    '/settings/apikeys',
    '/settings/domains',
    '/blacklists/list',
    '/blacklists/list/bounces',
  ].map((path) => ['POST', path] as const)
  const reads = ['/statistics/message/x', '/statistics/recipient/a@x.org', '/settings/apikeys', '/users/x']
  for (const [method, path] of [
    ...operations,
    ...reads.map((path) => ['GET', path] as const),
    ['PUT', '/settings/templates/x'] as const,
  ]) {
    expectError(await account.call(method, path, { headers, body: method === 'GET' ? undefined : {} }), 401)
  }
  for (const [wrongUser, wrongKey] of [
    [user, undefined],
    [undefined, key],
    [user, ''],
    ['', key],
    ['nobody@x.org', key],
    [user, 'wrong'],
    [user, `${key} x`],
    [user, key.toUpperCase()],
  ]) {
    expectError(await as(account, wrongUser, wrongKey), 401)
  }
})

test('an unknown key reveals nothing about paths, ids or bodies, and nothing is stored', async () => {
  const account = await openAccount()
  const before = await account.stored()
  const headers = { [names.key]: 'wrong' }
  const answer = await account.call('POST', '/messages/send', { body: aSend('a@x.org'), headers })
  expectError(answer, 401)
  expect(answer.body.toString()).not.toContain('wrong')
  expectError(await account.call('POST', '/messages/send', { raw: '{bad', headers }), 401)
  expectError(await account.call('POST', '/settings/apikeys', { body: { description: 'd' }, headers }), 401)
  expect(await account.stored()).toEqual(before)
})

test('a created key works at once, with the name of the account and a separate hash', async () => {
  const account = await openAccount()
  const { hash, key } = await addKey(account)
  const { user } = account.sandbox.credentials
  expect((await as(account, user, key)).status).toBe(200)
  expect((await as(account, user.toUpperCase(), key)).status).toBe(200)
  expect((await as(account, hash, key)).status).toBe(200)
  expectError(await as(account, hash, account.sandbox.credentials.key), 401)
})

test('a record names the key of its call', async () => {
  const account = await openAccount()
  const second = await addKey(account)
  const headers = { [names.user]: second.hash, [names.key]: second.key }
  await account.call('POST', '/messages/send', { body: aSend('a@x.org'), headers })
  await account.call('POST', '/messages/send', { body: aSend('b@x.org', {}, { apiKey: '' }), headers })
  await account.call('POST', '/messages/send', { body: aSend('c@x.org', {}, { apiKey: null }), headers })
  expect((await account.records()).map(({ apiKey }) => apiKey)).toEqual([second.id, second.id, second.id])
})

test('the body can name another key by its id or by its secret', async () => {
  const account = await openAccount()
  const [first] = (await account.get('/settings/apikeys')) as Key[]
  const { id, key } = await addKey(account)
  await account.send('id@x.org', {}, { apiKey: id })
  await account.send('secret@x.org', {}, { apiKey: key })
  await account.send('own@x.org')
  expect((await account.record('id@x.org')).apiKey).toBe(id)
  expect((await account.record('secret@x.org')).apiKey).toBe(id)
  expect((await account.record('own@x.org')).apiKey).toBe(first!.id)
})

test('an unknown or disabled key in the body refuses the send', async () => {
  const account = await openAccount()
  const { id, key } = await addKey(account)
  const before = await account.stored()
  expectError(await account.call('POST', '/messages/send', { body: aSend('a@x.org', {}, { apiKey: 'nope' }) }), 400)
  account.sandbox.control.changeKey(id, { enabled: false })
  for (const apiKey of [id, key]) {
    expectError(await account.call('POST', '/messages/send', { body: aSend('a@x.org', {}, { apiKey }) }), 403)
  }
  account.sandbox.control.changeKey(id, { enabled: true })
  expect({ ...(await account.stored()), keys: 0 }).toEqual({ ...before, keys: 0 })
})

test('a disabled key is refused with 403, and works again when enabled', async () => {
  const account = await openAccount()
  const { id, hash, key } = await addKey(account)
  account.sandbox.control.changeKey(id, { enabled: false })
  const refused = await as(account, hash, key)
  expectError(refused, 403)
  expect(json(refused)).toMatchObject({ code: 'key-disabled' })
  const list = (await account.get('/settings/apikeys')) as Key[]
  expect(list.find((entry) => entry.id === id)).toMatchObject({ enabled: false })
  account.sandbox.control.changeKey(id, { enabled: true })
  expect((await as(account, hash, key)).status).toBe(200)
})

test('a key with an IP filter works only from its addresses', async () => {
  const account = await openAccount()
  const elsewhere = await addKey(account, { iPFilterEnabled: true, allowedIPs: ['203.0.113.7'] })
  const refused = await as(account, elsewhere.hash, elsewhere.key)
  expectError(refused, 403)
  expect(json(refused)).toMatchObject({ code: 'ip-not-allowed' })
  account.sandbox.control.changeKey(elsewhere.id, { allowedIPs: ['127.0.0.0/8'] })
  expect((await as(account, elsewhere.hash, elsewhere.key)).status).toBe(200)
  account.sandbox.control.changeKey(elsewhere.id, { allowedIPs: ['203.0.113.7'] })
  const here = await addKey(account, { iPFilterEnabled: true, allowedIPs: ['203.0.113.7', '127.0.0.1'] })
  expect((await as(account, here.hash, here.key)).status).toBe(200)
  const off = await addKey(account, { iPFilterEnabled: false, allowedIPs: ['203.0.113.7'] })
  expect((await as(account, off.hash, off.key)).status).toBe(200)
  const other = await addKey(account, { ipFilterEnabled: true, allowedIps: ['203.0.113.7'] })
  expectError(await as(account, other.hash, other.key), 403)
  // A client can put any address into a forwarding header.
  const headers = { [names.user]: elsewhere.hash, [names.key]: elsewhere.key, 'X-Forwarded-For': '203.0.113.7' }
  expectError(await account.call('GET', '/settings/apikeys', { headers }), 403)
})

test('a send with a key that is bound to other addresses is refused', async () => {
  const account = await openAccount()
  const { id } = await addKey(account, { iPFilterEnabled: true, allowedIPs: ['203.0.113.7'] })
  const answer = await account.call('POST', '/messages/send', { body: aSend('a@x.org', {}, { apiKey: id }) })
  expectError(answer, 403)
  expect((await account.page()).total).toBe(0)
})

test('refusals never contain a secret', async () => {
  const account = await openAccount()
  const { hash, key, id } = await addKey(account)
  account.sandbox.control.changeKey(id, { enabled: false })
  expect((await as(account, hash, key)).body.toString()).not.toContain(key)
  const answer = await account.call('POST', '/messages/send', { body: aSend('a@x.org', {}, { apiKey: key }) })
  expect(JSON.stringify(json(answer))).not.toContain(key)
})
