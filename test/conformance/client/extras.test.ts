import { expect, test } from 'vitest'
import { abilityNames, type ServiceClient } from '#core/api/index.ts'
import { day, type Json } from '../support/account.ts'
import * as expected from './support/expected.ts'
import { asked, openClient, openService } from './support/service.ts'

const domainInput = { sending: 'new.example', tracking: 'track.new.example', email: 'postmaster@new.example' }
const template = {
  description: 'Spring',
  from: { address: 'a@x.org', personalName: 'A' },
  subject: 's',
  htmlContent: '<p>h</p>',
  textContent: 't',
}

test('the lists have the values of the raw responses', async () => {
  const { account, client } = await openService({ scenario: 'demo' })
  const list = async (path: string): Promise<Json[]> => (await account.get(path)) as Json[]
  const { extras } = client
  const domains = await list('/settings/domains')
  const { templates } = (await account.get('/settings/templates/list')) as { templates: Json[] }
  const users = await list('/users')
  expect(await extras.domains()).toEqual({ items: domains.map(expected.domain), problems: [] })
  expect(await client.templates.list()).toEqual({ items: templates.map(expected.template), problems: [] })
  expect(await extras.users()).toEqual({ items: users.map(expected.user), problems: [] })
  expect(await extras.account()).toEqual(await account.get('/account'))
  for (const sending of domains.map((domain) => String(domain['sending']))) {
    const domain = (await account.get(`/settings/domains/${sending}`)) as Json
    expect(await extras.domain(sending)).toEqual(expected.domain(domain))
  }
  for (const one of templates) expect(await client.templates.get(String(one['id']))).toEqual(expected.template(one))
})

test('changing and deleting a key works, which is remembered', async () => {
  const { account, client } = await openService()
  const { id, key, hash } = await client.settings.addApiKey({ description: 'Shop' })
  const own = openClient(account, { key: async () => key, profile: { user: hash } })
  await own.settings.apiKeys()
  await client.apiKeys.change(id, { filter: { enabled: true, allowedIps: ['192.0.2.7'] } })
  await client.apiKeys.change(id, { description: 'Store' })
  expect((await client.settings.apiKeys()).items.find((listed) => listed.id === id)).toMatchObject({
    description: 'Store',
    ipFilterEnabled: true,
    allowedIps: ['192.0.2.7'],
  })
  await expect(own.settings.apiKeys()).rejects.toMatchObject({ code: 'ip-not-allowed' })
  await client.apiKeys.remove({ id, description: 'Store' })
  await expect(own.settings.apiKeys()).rejects.toMatchObject({ code: 'wrong-credentials' })
  expect(client.learned().abilities).toEqual({
    'PUT /settings/apikeys/{id}': 'yes',
    'DELETE /settings/apikeys/{id}': 'yes',
  })
  await expect(client.apiKeys.remove({ id, description: 'Store' })).rejects.toMatchObject({ code: 'not-found' })
  expect(client.learned().abilities).toMatchObject({ 'DELETE /settings/apikeys/{id}': 'yes' })
})

test('an account that cannot change keys is told so once, and nothing is changed', async () => {
  const { client } = await openService({ strict: true })
  const { id } = await client.settings.addApiKey({ description: 'Shop' })
  await expect(client.apiKeys.change(id, { description: 'x' })).rejects.toMatchObject({ code: 'not-available' })
  await expect(client.apiKeys.remove({ id, description: 'x' })).rejects.toMatchObject({ code: 'not-available' })
  expect(client.learned().abilities).toEqual({
    'PUT /settings/apikeys/{id}': 'no',
    'DELETE /settings/apikeys/{id}': 'no',
  })
})

test('the check of a key change or deletion whose response was lost reads the list', async () => {
  const { client } = await openService()
  const { id } = await client.settings.addApiKey({ description: 'Shop' })
  const change = { kind: 'api-key-change', id, description: 'Store', filter: null } as const
  const removal = { kind: 'api-key-removal', id, description: 'Shop' } as const
  expect(await client.checkOutcome(change)).toMatchObject({ outcome: 'not-found' })
  expect(await client.checkOutcome(removal)).toMatchObject({ outcome: 'not-found' })
  await client.apiKeys.change(id, { description: 'Store' })
  expect(await client.checkOutcome(change)).toMatchObject({ outcome: 'happened' })
  await client.apiKeys.remove(removal)
  expect(await client.checkOutcome(removal)).toMatchObject({ outcome: 'happened' })
})

test('a domain is read and tested', async () => {
  const { account, client } = await openService()
  const added = await client.settings.addOrUpdateDomain(domainInput)
  expect(await client.extras.domain('new.example')).toEqual(added)
  const tested = await client.extras.testDomain('new.example')
  expect(tested).toEqual(expected.domain((await account.get('/settings/domains/new.example')) as Json))
  expect(tested).toMatchObject({ verifiedDkim: true, verifiedTracking: true })
  await expect(client.extras.domain('unknown.example')).rejects.toMatchObject({ code: 'not-found' })
})

test('a template is added, read and updated', async () => {
  const { client } = await openService()
  const added = await client.templates.add(template)
  expect(added).toMatchObject({ ...template, extra: null })
  expect(await client.templates.get(added!.id)).toEqual(added)
  await client.templates.update(added!.id, { ...template, subject: 'other' })
  expect(await client.templates.get(added!.id)).toMatchObject({ subject: 'other' })
  await expect(client.templates.add(template)).rejects.toMatchObject({ code: 'conflict' })
})

test('mailing a template as a test and deleting it works, which is remembered', async () => {
  const { account, client } = await openService()
  const added = (await client.templates.add(template))!
  await client.templates.test(added, 'a@x.org')
  expect((await account.record('a@x.org')).msg.subject).toBe('s')
  const removal = { kind: 'template-removal', id: added.id, description: 'Spring' } as const
  expect(await client.checkOutcome(removal)).toMatchObject({ outcome: 'not-found' })
  await client.templates.remove(added)
  expect(await client.checkOutcome(removal)).toMatchObject({ outcome: 'happened' })
  await expect(client.templates.remove(added)).rejects.toMatchObject({ code: 'not-found' })
  expect(client.learned().abilities).toMatchObject({
    'POST /settings/templates': 'yes',
    'DELETE /settings/templates/{id}': 'yes',
    'POST /settings/templates/{id}/test': 'yes',
  })
})

test('an address is added to a blacklist, found there and removed', async () => {
  const { account, client } = await openService()
  const { extras, blacklists } = client
  const email = "o'hara+tag/1@x.org"
  const path = `/blacklists/unsubscribers/${encodeURIComponent(email)}`
  expect(await extras.blacklisted('unsubscribers', email)).toBeNull()
  await extras.addBlacklisted({ type: 'unsubscribers', email, reason: 'asked by phone', list: 'news' })
  const entry = await extras.blacklisted('unsubscribers', email)
  expect(entry).toMatchObject({ email, reason: 'asked by phone' })
  expect(entry).toEqual(expected.blacklistEntry((await account.get(path)) as Json))
  expect((await blacklists.list({ type: 'unsubscribers', list: 'news' })).items).toEqual([entry])
  await expect(extras.addBlacklisted({ type: 'unsubscribers', email, list: 'news' })).rejects.toMatchObject({
    code: 'conflict',
  })
  await extras.removeBlacklisted('unsubscribers', email)
  expect(await account.status('GET', path)).toBe(404)
  await expect(extras.removeBlacklisted('unsubscribers', email)).rejects.toMatchObject({ code: 'not-found' })
})

const everything = Object.fromEntries(
  abilityNames.map((name) => [name, /^POST|^DELETE|\/test$/.test(name) ? 'inferred' : 'yes']),
)

test('the probe finds every extra, changes nothing, and its result is remembered', async () => {
  const { account, client } = await openService({ scenario: 'demo' })
  const before = await account.stored()
  account.sandbox.control.clearRequests()
  expect(await client.probe()).toEqual(everything)
  const calls = asked(account).map(({ call }) => call)
  expect(calls.filter((call) => !/^GET |^POST \/v1\/blacklists\/list$/.test(call) || call.endsWith('/test'))).toEqual(
    [],
  )
  expect(client.learned()).toMatchObject({ abilities: everything, probedAt: expect.any(Number) as number })
  expect(await account.stored()).toEqual(before)
})

test('abilities that an empty account cannot show stay unknown', async () => {
  const { client } = await openService()
  const found = await client.probe()
  expect(found).toMatchObject({ 'GET /users': 'yes', 'GET /settings/templates/list': 'yes' })
  expect(found['GET /blacklists/{type}/{email}']).toBe('unknown')
  expect(Object.values(found)).not.toContain('no')
})

const allOf: Record<string, (client: ServiceClient) => Promise<unknown>> = {
  domains: ({ extras }) => extras.domains(),
  domain: ({ extras }) => extras.domain('shop.example'),
  testDomain: ({ extras }) => extras.testDomain('shop.example'),
  templates: ({ templates }) => templates.list(),
  template: ({ templates }) => templates.get('x'),
  addTemplate: ({ templates }) => templates.add(template),
  addBlacklisted: ({ extras }) => extras.addBlacklisted({ type: 'bounces', email: 'a@x.org' }),
  removeBlacklisted: ({ extras }) => extras.removeBlacklisted('bounces', 'a@x.org'),
  users: ({ extras }) => extras.users(),
  account: ({ extras }) => extras.account(),
}

test('a strict service has none of them: the probe finds none, they are refused as absent, and the rest works', async () => {
  const { account, client } = await openService({ scenario: 'demo', strict: true })
  const before = await account.stored()
  expect(await client.probe()).toEqual(Object.fromEntries(abilityNames.map((name) => [name, 'no'])))
  for (const [name, call] of Object.entries(allOf)) {
    const failure = await call(client).catch((thrown: unknown) => thrown)
    expect([name, failure]).toEqual([name, expect.objectContaining({ name: 'AppError', retryable: false })])
    expect([name, (failure as { code: string }).code]).toEqual([name, expect.stringMatching(/^not-(found|allowed)$/)])
  }
  expect(client.connection()).toBe('online')
  expect(await account.stored()).toEqual(before)
  expect((await client.blacklists.list({ type: 'bounces', page: 2, pageSize: 10 })).items).toHaveLength(10)
  expect((await client.statistics.messages({ page: 1, pageSize: 10 })).items).toHaveLength(10)
  expect((await client.settings.apiKeys()).items).not.toHaveLength(0)
})

test('an outcome that the account cannot read is not guessed', async () => {
  const { account } = await openService({ strict: true })
  const client = openClient(account)
  const html = { id: 'x', description: 'Spring', subject: 's', htmlHash: '', textHash: '' }
  for (const check of [
    { kind: 'domain', sending: 'new.example' },
    { kind: 'template', ...html },
    { kind: 'new-template', description: 'Spring' },
    { kind: 'delta', fileType: 'csv' },
  ] as const) {
    const { outcome } = await client.checkOutcome(check)
    expect([check.kind, outcome]).toEqual([check.kind, 'cannot-tell'])
  }
})

test.each([false, true])(
  'blacklist entries of an address are found through the list itself, strict: %s',
  async (strict) => {
    const { account, client } = await openService({ strict })
    await account.send('bounce@x.org')
    await account.pass(day)
    const check = async (email: string, listed: boolean): Promise<string> =>
      (await client.checkOutcome({ kind: 'blacklist', type: 'bounces', email, listed })).outcome
    expect([await check('Bounce@x.org', true), await check('bounce@x.org', false)]).toEqual(['happened', 'not-found'])
    expect([await check('a@x.org', true), await check('a@x.org', false)]).toEqual(['not-found', 'happened'])
  },
)
