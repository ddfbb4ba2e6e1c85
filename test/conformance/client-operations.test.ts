import { expect, test } from 'vitest'
import { aSend, expectError, openAccount, type Account, type Json } from './support/account.ts'
import { json } from '../support/wire.ts'

const success = { status: 'success' }

async function firstKey(account: Account): Promise<Json & { id: string; key: string }> {
  return ((await account.get('/settings/apikeys')) as (Json & { id: string; key: string })[])[0]!
}

test('testing a key sends a mail to the account’s user', async () => {
  const account = await openAccount()
  const { id, hash } = await firstKey(account)
  const { username } = ((await account.get('/users')) as { username: string }[])[0]!
  expect(await account.get(`/settings/apikeys/${id}/test`)).toEqual(success)
  expect((await account.received(username)).text).toContain(String(hash))
  expectError(await account.call('GET', '/settings/apikeys/nope/test'), 404)
})

test('a regenerated key disables the old secret at once, and keeps id and hash', async () => {
  const account = await openAccount()
  const before = (await account.post('/settings/apikeys', { description: '' })) as Json & { id: string; key: string }
  const call = (key: string) => account.call('GET', '/account', { headers: { 'X-Service-ApiKey': key } })
  expect((await call(before.key)).status).toBe(200)
  expect(await account.get(`/settings/apikeys/${before.id}/regenerate`)).toEqual(success)
  const after = (await account.get(`/settings/apikeys/${before.id}`)) as typeof before
  expect(after).toEqual({ ...before, key: after.key })
  expect([after.key === before.key, (await call(before.key)).status, (await call(after.key)).status]).toEqual([
    false,
    401,
    200,
  ])
  expectError(await account.call('GET', '/settings/apikeys/nope/regenerate'), 404)
})

const domain = { sending: 'new.example', tracking: 'track.new.example', email: 'postmaster@new.example' }

test('domain settings are the records that a domain needs, and a longer key has a separate name', async () => {
  const account = await openAccount()
  const settings = (await account.get('/settings/domains/settings')) as Record<string, Json>
  expect(settings).toEqual({
    dkim: { value: expect.stringMatching(/^v=DKIM1/) as string, record: 'TXT', prefix: 'mta._domainkey' },
    spf: { value: expect.stringMatching(/^v=spf1/) as string, record: 'TXT' },
    tracking: { value: expect.any(String) as string, record: 'CNAME' },
  })
  const records = async (more: object): Promise<Json[]> =>
    ((await account.post('/settings/domains', { ...domain, ...more })) as { records: Json[] }).records
  const dkim = (list: Json[]): unknown => list.find(({ name }) => /_domainkey/.test(String(name)))?.['name']
  expect(dkim(await records({}))).toBe('mta._domainkey.new.example')
  expect(dkim(await records({ dkim2048: 1 }))).toBe('mta2048._domainkey.new.example')
  expect(dkim(await records({}))).toBe('mta2048._domainkey.new.example')
  expect(await account.post('/settings/domains', domain)).toMatchObject({ email: domain.email })
})

test('a deleted domain is gone, and another one becomes the default', async () => {
  const account = await openAccount()
  await account.post('/settings/domains', domain)
  const [first] = (await account.get('/settings/domains')) as { sending: string; default: boolean }[]
  expect(first!.default).toBe(true)
  expect(await account.status('DELETE', `/settings/domains/${first!.sending}`, { body: {} })).toBe(200)
  expect(await account.get('/settings/domains')).toEqual([
    expect.objectContaining({ sending: 'new.example', default: true }),
  ])
  expectError(await account.call('DELETE', `/settings/domains/${first!.sending}`, { body: {} }), 404)
})

test('dedicated addresses: the address named by a send is in its mail, and bulk mail uses the first bulk address', async () => {
  const account = await openAccount()
  const list = (await account.get('/settings/ips')) as { id: string; type: number; ip: string }[]
  expect(list.map(({ type }) => type)).toEqual([0, 1])
  const [first, second] = list as [(typeof list)[0], (typeof list)[0]]
  expect(await account.get(`/settings/ips/${first.id}`)).toEqual(first)
  const lineOf = async (email: string, options: Json): Promise<unknown> => {
    const headers = Object.fromEntries(Object.entries(options).map(([name, value]) => [`X-SVC-${name}`, value]))
    await account.send(email, {}, { headers })
    return (await account.received(email)).headers.find(({ name }) => /originating/i.test(name))?.value
  }
  expect(await lineOf('a@x.org', {})).toBeUndefined()
  expect(await lineOf('b@x.org', { IPPOOL: first.ip })).toBe(`[${first.ip}]`)
  expect(await lineOf('c@x.org', { BULK: 1 })).toBe(`[${second.ip}]`)
  expect(await account.put(`/settings/ips/${first.id}`, { type: '1' })).toEqual(success)
  expect(await lineOf('d@x.org', { BULK: 1 })).toBe(`[${first.ip}]`)
  for (const body of [{}, { type: 2 }, { type: 'x' }]) {
    expectError(await account.call('PUT', `/settings/ips/${first.id}`, { body }), 400)
  }
  expect(await account.status('DELETE', `/settings/ips/${first.id}`, { body: {} })).toBe(200)
  expectError(await account.call('GET', `/settings/ips/${first.id}`), 404)
  expect(await lineOf('e@x.org', { IPPOOL: first.ip })).toBeUndefined()
})

test('all blacklists of an address are listed, and it can be removed from all of them at once', async () => {
  const account = await openAccount()
  for (const [type, list] of [['bounces'], ['unsubscribes'], ['unsubscribers', 'news']]) {
    await account.post('/blacklists', { type, email: 'A@x.org', list })
  }
  const entries = (await account.get('/blacklists/a@x.org')) as Json[]
  expect(entries.map(({ blacklist, listName }) => [blacklist, listName])).toEqual([
    ['bounces', null],
    ['unsubscribes', null],
    ['unsubscribes', 'news'],
  ])
  expect(new Set(entries.map(({ id }) => id)).size).toBe(3)
  expect(await account.get('/blacklists/unsubscribes/a@x.org')).toEqual(entries[1])
  expect(await account.get('/blacklists/nobody@x.org')).toEqual([])
  expect(await account.status('DELETE', '/blacklists/blacklist/a@x.org', { body: {} })).toBe(200)
  expect(await account.get('/blacklists/a@x.org')).toEqual([])
  expectError(await account.call('DELETE', '/blacklists/blacklist/a@x.org', { body: {} }), 404)
})

test('a user is renamed, and gets a password link at the new address', async () => {
  const account = await openAccount({ scenario: 'demo' })
  const [user, other] = (await account.get('/users')) as { id: string; username: string; lastName: string }[]
  const path = `/users/${user!.id}`
  expect(await account.put(path, { firstName: 'Ada' })).toEqual(success)
  expect(await account.put(path, { username: 'ada@nordwind.example' })).toEqual(success)
  expect(await account.get(path)).toEqual({ ...user, firstName: 'Ada', username: 'ada@nordwind.example' })
  for (const [status, body] of [
    [400, {}],
    [400, { username: 'nobody' }],
    [409, { username: other!.username.toUpperCase() }],
  ] as const) {
    expectError(await account.call('PUT', path, { body }), status)
  }
  expect(await account.get(`${path}/reset`)).toEqual(success)
  expect((await account.received('ada@nordwind.example')).text).toMatch(/^Hello Ada,[^]*https:\/\/\S+/)
  for (const call of ['PUT', 'GET'] as const) {
    const missing = await account.call(call, `/users/nobody${call === 'GET' ? '/reset' : ''}`, {
      body: { firstName: 'A' },
    })
    expectError(missing, 404)
  }
})

test('each recipient costs a credit; without credits, messages wait for the next month, except blacklisted ones', async () => {
  const account = await openAccount()
  const credits = async (): Promise<unknown> => ((await account.get('/account/credits')) as Json)['credits']
  const before = Number(await credits())
  await account.send(['a@x.org', 'b@x.org'])
  expect([await credits(), ((await account.get('/account')) as Json)['credits']]).toEqual([before - 2, before - 2])
  account.sandbox.control.setCredits(1)
  await account.post('/blacklists', { type: 'bounces', email: 'd@x.org' })
  await account.call('POST', '/messages/send', { body: aSend(['bounce@x.org', 'c@x.org', 'd@x.org']) })
  await account.pass(60)
  const state = async (email: string): Promise<unknown> => {
    const { lastState, reason } = await account.record(email)
    return [lastState, reason]
  }
  expect(await credits()).toBe(0)
  expect((await account.record('bounce@x.org')).lastState).toBe('hardbounced')
  expect(await state('c@x.org')).toEqual(['deferred', 'The account has no credits left.'])
  expect(await state('d@x.org')).toEqual(['rejected', 'blacklisted: bounces'])
  await account.pass(Date.UTC(2026, 3, 1) / 1000 - account.sandbox.clock.now() / 1000 + 60)
  expect([await state('c@x.org'), await credits()]).toEqual([['delivered', null], before])
})

test('the log of a webhook can also be read by a GET with a body', async () => {
  const account = await openAccount()
  expectError(await account.call('GET', '/settings/webhooks/nope/logs', { body: { page: 0, pageSize: 5 } }), 404)
  expect(json(await account.call('GET', '/settings/templates/list', { body: { page: 2, pageSize: 1 } }))).toEqual({
    templates: [expect.anything(), expect.anything()],
  })
})

test('a GET whose body an HTTP library labelled as a form is read as JSON, but no other such call', async () => {
  const call = { raw: '{"page":1}', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }
  const account = await openAccount()
  expect(await account.status('GET', '/settings/templates/list', call)).toBe(200)
  expectError(await account.call('POST', '/settings/templates/list', call), 415)
  expectError(await account.call('GET', '/settings/templates/list', { ...call, raw: 'page=1' }), 400)
  const strict = await openAccount({ strict: true })
  expectError(await strict.call('GET', '/settings/apikeys', call), 415)
})
