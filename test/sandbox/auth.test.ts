import { expect, test } from 'vitest'
import { aSend, messagesOf, ServiceClient } from './support/service-client.ts'
import { openSandbox } from './support/open-sandbox.ts'

test('user and key are both needed, and both have to be right', async () => {
  const { sandbox } = await openSandbox()
  const { user, key } = sandbox.credentials
  const status = async (credentials: { user: string; key: string }): Promise<number> => {
    const client = new ServiceClient(sandbox.url, credentials)
    const answer = await client.get('/settings/apikeys')
    client.close()
    return answer.status
  }
  expect(await status({ user, key })).toBe(200)
  expect(await status({ user: user.toUpperCase(), key })).toBe(200)
  expect(await status({ user: 'somebody', key })).toBe(401)
  expect(await status({ user, key: 'wrong' })).toBe(401)
  expect(await status({ user: '', key: '' })).toBe(401)
})

test('a new key works at once, with its own login or the account, and sends under its own id', async () => {
  const { sandbox, client } = await openSandbox()
  const made = (await client.post('/settings/apikeys', { description: 'Second' })).json as Record<string, string>
  const own = new ServiceClient(sandbox.url, { user: made.hash!, key: made.key! })
  expect((await own.post('/messages/send', aSend('a@x.org'))).status).toBe(200)
  expect((await client.post('/messages/send', aSend('b@x.org', {}, { apiKey: made.id }))).status).toBe(200)
  expect((await client.post('/messages/send', aSend('c@x.org', {}, { apiKey: made.key }))).status).toBe(200)
  expect((await messagesOf(client)).every(({ apiKey }) => apiKey === made.id)).toBe(true)
  expect((await client.post('/messages/send', aSend('c@x.org', {}, { apiKey: 'nobody' }))).status).toBe(400)
  own.close()
})

test('a disabled key and a foreign address are refused, with the reason', async () => {
  const { sandbox, client } = await openSandbox()
  const made = (await client.post('/settings/apikeys', { description: 'Office' })).json as Record<string, string>
  const own = new ServiceClient(sandbox.url, { user: made.hash!, key: made.key! })
  const status = async () => (await own.get('/settings/apikeys')).status
  expect(await status()).toBe(200)
  sandbox.control.changeKey(made.id!, { iPFilterEnabled: true, allowedIPs: ['10.0.0.1'] })
  expect((await own.get('/settings/apikeys')).json).toMatchObject({ code: 'ip-not-allowed' })
  sandbox.control.changeKey(made.id!, { allowedIPs: ['127.0.0.0/8'] })
  expect(await status()).toBe(200)
  sandbox.control.changeKey(made.id!, { enabled: false })
  expect((await own.get('/settings/apikeys')).json).toMatchObject({ code: 'key-disabled' })
  expect(await status()).toBe(403)
  expect((await client.post('/messages/send', aSend('a@x.org', {}, { apiKey: made.id }))).status).toBe(403)
  own.close()
})

test('header names and the prefix of options can be those of another provider', async () => {
  const { sandbox, client } = await openSandbox({
    headerNames: { user: 'X-Acme-User', key: 'X-Acme-Key' },
    prefix: 'X-ACME-',
  })
  expect((await client.get('/settings/apikeys')).status).toBe(401)
  const headers = { 'x-acme-user': sandbox.credentials.user, 'X-ACME-KEY': sandbox.credentials.key }
  const body = aSend('a@x.org', {}, { headers: { 'X-Acme-Tags': ['t'] } })
  expect((await client.call({ method: 'POST', path: '/messages/send', body, headers })).status).toBe(200)
  expect(sandbox.store.messages.newest(1)[0]!.tags).toEqual(['t'])
})
