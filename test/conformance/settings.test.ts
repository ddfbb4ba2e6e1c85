import { expect, test } from 'vitest'
import { expectError, expectShape, hour, openAccount, start, type Json } from './support/account.ts'
import * as is from './support/shape-checks.ts'
import { documented } from './support/documented-shapes.ts'

test('an added key has the documented form, and appears in the list', async () => {
  const account = await openAccount({ strict: true })
  const before = (await account.get('/settings/apikeys')) as Json[]
  const body = { description: 'Büro', iPFilterEnabled: true, allowedIPs: ['203.0.113.7', '2001:db8::1'] }
  const key = (await account.post('/settings/apikeys', body)) as Json
  expectShape(key, documented.apiKey)
  expect(key).toMatchObject({ ...body, enabled: true, createdAt: start / 1000, updatedAt: start / 1000 })
  expect([key['hash'], key['key']].every((secret) => String(secret).length >= 16)).toBe(true)
  const list = await account.get('/settings/apikeys')
  expectShape(list, is.arrayOf(documented.apiKey))
  expect(list).toEqual([...before, key])
})

test('a key needs only a description, and both spellings of the filter are read', async () => {
  const account = await openAccount()
  expect(await account.post('/settings/apikeys', { description: 'plain' })).toMatchObject({ iPFilterEnabled: false })
  const sample = { description: 'sample', ipFilterEnabled: true, allowedIps: ['203.0.113.7'] }
  expect(await account.post('/settings/apikeys', sample)).toMatchObject({
    iPFilterEnabled: true,
    allowedIPs: ['203.0.113.7'],
  })
})

test('no two keys share an id, a hash or a secret', async () => {
  const account = await openAccount()
  for (let index = 0; index < 20; index++) await account.post('/settings/apikeys', { description: 'same' })
  const list = (await account.get('/settings/apikeys')) as Json[]
  for (const name of ['id', 'hash', 'key']) expect(new Set(list.map((key) => key[name])).size).toBe(21)
})

test.each<unknown>([
  {},
  { description: null },
  { description: 5 },
  { description: [] },
  [],
  'x',
  null,
  { description: 'k', iPFilterEnabled: 'perhaps' },
  { description: 'k', allowedIPs: ['nowhere'] },
  { description: 'k', allowedIPs: [5] },
  { description: 'k', allowedIPs: {} },
  { description: 'k', allowedIPs: ['1.2.3.4/99'] },
])('the key %j is refused and not stored', async (body) => {
  const account = await openAccount()
  const before = await account.get('/settings/apikeys')
  expectError(await account.call('POST', '/settings/apikeys', { body }), 400)
  expect(await account.get('/settings/apikeys')).toEqual(before)
})

const domain = { sending: 'new.example', tracking: 'track.new.example', email: 'postmaster@new.example' }

test('a domain has the documented form and its records', async () => {
  const account = await openAccount()
  const answer = (await account.post('/settings/domains', domain)) as Json & { records: Json[] }
  expectShape(answer, documented.domain)
  expect(answer).toMatchObject({ sending: 'new.example', tracking: 'track.new.example', createdAt: start / 1000 })
  const flags = ['verifiedDkim', 'verifiedSpf', 'verifiedMx', 'verifiedA', 'verifiedTracking', 'verifiedDomain']
  expect(flags.map((name) => answer[name])).toEqual(Array(6).fill(false))
  expect(answer.records.map(({ type }) => type).sort()).toEqual(['A', 'CNAME', 'MX', 'TXT', 'TXT'])
  expect(answer.records.find(({ type }) => type === 'CNAME')).toMatchObject({ name: 'track.new.example' })
  expect(answer.records.some(({ value }) => String(value).startsWith('v=spf1'))).toBe(true)
  expect(
    answer.records.some(({ value, name }) => /v=DKIM1/.test(String(value)) && /_domainkey/.test(String(name))),
  ).toBe(true)
})

test('adding the same domain again updates it', async () => {
  const account = await openAccount()
  const first = (await account.post('/settings/domains', domain)) as Json
  await account.pass(hour)
  const second = (await account.post('/settings/domains', { ...domain, tracking: 'go.new.example' })) as Json
  expect(second).toMatchObject({ id: first['id'], tracking: 'go.new.example', createdAt: first['createdAt'] })
  expect(second['updatedAt']).toBe(start / 1000 + hour)
  const list = (await account.get('/settings/domains')) as Json[]
  expect(list.filter(({ sending }) => sending === 'new.example')).toHaveLength(1)
})

test('strict returns only the documented fields of a domain', async () => {
  const account = await openAccount({ strict: true })
  const answer = (await account.post('/settings/domains', domain)) as Json
  expect(answer).not.toHaveProperty('records')
  expectShape({ ...answer, records: [] }, documented.domain)
  expectError(await account.call('POST', '/settings/domains', { body: { ...domain, default: true } }), 400)
})

test.each<unknown>([
  {},
  { ...domain, sending: undefined },
  { ...domain, tracking: undefined },
  { ...domain, email: undefined },
  { ...domain, sending: '' },
  { ...domain, sending: 'no spaces.example' },
  { ...domain, sending: 'http://x.org' },
  { ...domain, sending: 'nodot' },
  { ...domain, tracking: '-.example' },
  { ...domain, email: 'nobody' },
  { ...domain, sending: 5 },
  { ...domain, sending: `${'a'.repeat(64)}.example` },
  'x',
  [1],
])('the domain %j is refused and not stored', async (body) => {
  const account = await openAccount()
  const before = await account.get('/settings/domains')
  expectError(await account.call('POST', '/settings/domains', { body }), 400)
  expect(await account.get('/settings/domains')).toEqual(before)
})

const template = {
  description: 'Winter sale',
  from: { address: 'sale@sender.example', personalName: 'Sale' },
  subject: 'Sale!',
  htmlContent: '<p>Sale</p>',
  textContent: 'Sale',
}

async function templatesOf(account: Awaited<ReturnType<typeof openAccount>>): Promise<{ id: string }[]> {
  return ((await account.get('/settings/templates/list')) as { templates: { id: string }[] }).templates
}

test('a template is updated with every documented field', async () => {
  const account = await openAccount()
  const { id } = (await templatesOf(account))[0]!
  expect(await account.put(`/settings/templates/${id}`, template)).toEqual({ status: 'success' })
  expect(await account.get(`/settings/templates/${id}`)).toMatchObject(template)
  const { subject, ...rest } = template
  expect(await account.put(`/settings/templates/${id}`, { ...rest, description: 'No subject' })).toEqual({
    status: 'success',
  })
  expect(await account.get(`/settings/templates/${id}`)).toMatchObject({ subject, description: 'No subject' })
  const nameless = { ...template, from: { address: 'sale@sender.example', personalName: null } }
  expect(await account.put(`/settings/templates/${id}`, nameless)).toEqual({ status: 'success' })
})

test('renaming a template changes its name for sends', async () => {
  const account = await openAccount()
  const { id } = (await templatesOf(account))[0]!
  await account.put(`/settings/templates/${id}`, template)
  const bare = { subject: '', text: '', html: '' }
  await account.send('a@x.org', bare, { headers: { 'X-SVC-TEMPLATE': 'winter-sale' } })
  await account.put(`/settings/templates/${id}`, { ...template, description: 'Spring sale', subject: 'Spring!' })
  await account.send('b@x.org', bare, { headers: { 'X-SVC-TEMPLATE': 'spring-sale' } })
  expect((await account.record('a@x.org')).msg.subject).toBe('Sale!')
  expect((await account.record('b@x.org')).msg.subject).toBe('Spring!')
})

test.each<unknown>([
  {},
  { ...template, description: undefined },
  { ...template, from: undefined },
  { ...template, from: 5 },
  { ...template, htmlContent: undefined },
  { ...template, textContent: undefined },
  { ...template, htmlContent: 5 },
  { ...template, from: { address: 'nobody' } },
  { ...template, from: [] },
  { ...template, subject: 7 },
  'x',
  [1],
  { ...template, subject: 'a\r\nBcc: b@x.org' },
  { ...template, description: '' },
])('the template %j is refused and changes nothing', async (body) => {
  const account = await openAccount()
  const before = await templatesOf(account)
  expectError(await account.call('PUT', `/settings/templates/${before[0]!.id}`, { body }), 400)
  expect(await templatesOf(account)).toEqual(before)
})

test('an unknown template gets 404, and a taken description 409', async () => {
  const account = await openAccount()
  for (const body of [template, {}]) expectError(await account.call('PUT', '/settings/templates/nope', { body }), 404)
  const [first, second] = await templatesOf(account)
  await account.put(`/settings/templates/${first!.id}`, template)
  expectError(await account.call('PUT', `/settings/templates/${second!.id}`, { body: template }), 409)
})

test('a user has the documented form', async () => {
  const account = await openAccount()
  const users = (await account.get('/users')) as { id: string }[]
  const strict = await openAccount({ strict: true })
  for (const { id } of users) expectShape(await strict.get(`/users/${id}`), documented.user)
  for (const id of ['nobody', '0', encodeURIComponent('a@x.org'), '..%2F..']) {
    expectError(await account.call('GET', `/users/${id}`), 404)
  }
})
