import { expect, test } from 'vitest'
import { day, expectError, expectShape, openAccount, type Json } from './support/account.ts'
import type { Counts } from './support/recount.ts'
import * as is from './support/shape-checks.ts'
import { documented } from './support/documented-shapes.ts'

const domain = { sending: 'new.example', tracking: 'track.new.example', email: 'postmaster@new.example' }
const template = {
  description: 'Spring',
  from: { address: 'a@x.org', personalName: 'A' },
  subject: 's',
  htmlContent: '<p>h</p>',
  textContent: 't',
}

test('domains are listed, read and tested', async () => {
  const account = await openAccount()
  const added = (await account.post('/settings/domains', domain)) as Json
  const { accountId, ...listed } = added
  expect(accountId).toEqual(expect.any(String))
  const list = await account.get('/settings/domains')
  expectShape(list, is.arrayOf(documented.domain))
  expect(list).toContainEqual(listed)
  expect(await account.get('/settings/domains/new.example')).toEqual(added)
  const tested = await account.get('/settings/domains/new.example/test')
  expectShape(tested, documented.domain)
  expect([added, tested]).toMatchObject([{ verifiedDkim: false }, { verifiedDkim: true }])
  expectError(await account.call('GET', '/settings/domains/unknown.example'), 404)
  expectError(await account.call('GET', '/settings/domains/unknown.example/test'), 404)
})

test('a key is read, partly changed, and gone at once when it is deleted', async () => {
  const account = await openAccount()
  const added = (await account.post('/settings/apikeys', { description: 'Shop', allowedIPs: ['192.0.2.7'] })) as Json
  const path = `/settings/apikeys/${String(added['id'])}`
  expect(await account.get(path)).toEqual(added)
  expect(await account.put(path, { description: 'Store' })).toEqual({ status: 'success' })
  expect(await account.put(path, { iPFilterEnabled: true })).toEqual({ status: 'success' })
  expect(await account.get(path)).toMatchObject({
    ...added,
    description: 'Store',
    iPFilterEnabled: true,
    updatedAt: expect.any(Number),
  })
  expectError(await account.call('PUT', path, { body: {} }), 400)
  expectError(await account.call('PUT', path, { body: { allowedIPs: ['nowhere'] } }), 400)
  expectError(await account.call('PUT', '/settings/apikeys/nope', { body: { description: 'x' } }), 404)
  expect(await account.status('DELETE', path, { body: {} })).toBe(200)
  expectError(await account.call('GET', path), 404)
  expectError(await account.call('DELETE', path), 404)
  expect(await account.get('/settings/apikeys')).not.toContainEqual(expect.objectContaining({ id: added['id'] }))
})

test('templates are added, listed and read', async () => {
  const account = await openAccount()
  const added = (await account.post('/settings/templates', template)) as Json
  expect(added).toMatchObject({ ...template, id: expect.any(String), name: 'spring', templateName: 'spring' })
  expect(await account.get('/settings/templates/spring')).toEqual(added)
  expect(await account.get(`/settings/templates/${String(added['id'])}`)).toEqual(added)
  const list = { templates: expect.arrayContaining([added]) as unknown }
  expect(await account.get('/settings/templates/list')).toEqual(list)
  expect(await account.get('/settings/templates')).toEqual(list)
  expect(await account.post('/settings/templates/list', { page: 1, pageSize: 1 })).toEqual(list)
  expectError(await account.call('POST', '/settings/templates', { body: template }), 409)
  expectError(await account.call('GET', '/settings/templates/nope'), 404)
})

test('a template is updated by its name, mailed as a test, and deleted', async () => {
  const account = await openAccount()
  await account.post('/settings/templates', template)
  await account.put('/settings/templates/spring', { ...template, subject: 'Spring!' })
  expect(await account.post('/settings/templates/spring/test', { recipient: 'a@x.org' })).toEqual({ status: 'success' })
  expect((await account.record('a@x.org')).msg.subject).toBe('Spring!')
  expectError(await account.call('POST', '/settings/templates/spring/test', { body: {} }), 400)
  expectError(await account.call('POST', '/settings/templates/nope/test', { body: { recipient: 'a@x.org' } }), 404)
  expect(await account.status('DELETE', '/settings/templates/spring', { body: {} })).toBe(200)
  expectError(await account.call('GET', '/settings/templates/spring'), 404)
  expectError(await account.call('DELETE', '/settings/templates/spring', { body: {} }), 404)
})

test('users are listed, and the account is read', async () => {
  const account = await openAccount()
  const users = (await account.get('/users')) as { id: string }[]
  expectShape(users, is.arrayOf(documented.user))
  expect(await account.get(`/users/${users[0]!.id}`)).toEqual(users[0])
  expect(await account.get('/account')).toMatchObject({ id: expect.any(String), userId: users[0]!.id })
})

test('sends, links and platforms agree with the message list', async () => {
  const account = await openAccount()
  const html = '<a href="https://x.example/a">a</a> <a href="https://x.example/b?c=1&amp;d=2">b</a>'
  const to = ['click+3@x.org', 'click@y.example', 'open+2@x.org', 'bounce@x.org', 'a@x.org']
  await account.send(to, { html })
  await account.pass(day)
  const domains = Object.values((await account.post('/statistics/domains')) as Record<string, Counts>)
  const { accountId, ...sends } = (await account.post('/statistics/sends')) as Counts & { accountId: string }
  expect(accountId).toMatch(/^[\da-f]{24}$/)
  for (const [name, count] of Object.entries(sends)) {
    expect([name, count]).toEqual([name, domains.reduce((sum, counters) => sum + counters[name]!, 0)])
  }
  expect(Object.keys(sends)).toHaveLength(16)
  expect(sends).toMatchObject({ requested: 5, click: 4, clicker: 2, hardbounced: 1 })
  const links = (await account.post('/statistics/links')) as Record<string, Counts>
  expect(Object.keys(links).every((link) => link.startsWith('https://x.example/'))).toBe(true)
  expect(Object.values(links).reduce((sum, { click }) => sum + click!, 0)).toBe(sends['click'])
  type Device = { open: number; operatingSystem: string; deviceType: string }
  const months = (await account.post('/statistics/platforms')) as Record<string, Device[]>
  const opens = (list: readonly Device[]): number => list.reduce((sum, { open }) => sum + open, 0)
  expect(opens(Object.values(months).flat())).toBe(sends['open'])
  const totals: Device[] = []
  for (const kind of ['computers', 'mobiles']) {
    const total = (await account.post(`/statistics/platforms/${kind}/total`)) as Device[]
    const some = (await account.post(`/statistics/platforms/${kind}`)) as Record<string, Device[]>
    expect(opens(Object.values(some).flat())).toBe(opens(total))
    expect(total.every(({ deviceType }) => (deviceType === 'Computer') === (kind === 'computers'))).toBe(true)
    totals.push(...total)
  }
  expect(opens(totals)).toBe(sends['open'])
})

test.each<[string, string]>([
  ['POST', '/statistics/sends'],
  ['POST', '/statistics/links'],
  ['POST', '/statistics/platforms'],
  ['POST', '/statistics/platforms/computers'],
  ['POST', '/statistics/platforms/mobiles/total'],
  ['GET', '/settings/apikeys/x'],
  ['GET', '/settings/apikeys/x/test'],
  ['GET', '/settings/apikeys/x/regenerate'],
  ['PUT', '/settings/apikeys/x'],
  ['DELETE', '/settings/apikeys/x'],
  ['GET', '/settings/domains'],
  ['GET', '/settings/domains/settings'],
  ['GET', '/settings/domains/new.example'],
  ['DELETE', '/settings/domains/new.example'],
  ['GET', '/settings/ips'],
  ['PUT', '/settings/ips/x'],
  ['GET', '/settings/sendingconfiguration'],
  ['POST', '/settings/sendingconfiguration'],
  ['GET', '/settings/domains/new.example/test'],
  ['GET', '/settings/templates'],
  ['GET', '/settings/templates/list'],
  ['POST', '/settings/templates/list'],
  ['DELETE', '/settings/templates/x'],
  ['POST', '/settings/templates/x/test'],
  ['POST', '/settings/templates'],
  ['GET', '/settings/templates/x'],
  ['GET', '/blacklists/a@x.org'],
  ['GET', '/blacklists/bounces/a@x.org'],
  ['DELETE', '/blacklists/bounces/a@x.org'],
  ['POST', '/blacklists'],
  ['GET', '/users'],
  ['PUT', '/users/x'],
  ['GET', '/users/x/reset'],
  ['GET', '/account'],
  ['GET', '/account/credits'],
  ['GET', '/settings/webhooks'],
  ['POST', '/settings/webhooks'],
  ['GET', '/settings/webhooks/x'],
  ['PUT', '/settings/webhooks/x'],
  ['DELETE', '/settings/webhooks/x'],
  ['GET', '/settings/webhooks/x/test'],
  ['POST', '/settings/webhooks/x/logs'],
])('strict does not have %s %s', async (method, path) => {
  const account = await openAccount({ strict: true })
  const before = await account.stored()
  const answer = await account.call(method, path, {
    body: method === 'POST' ? { type: 'bounces', email: 'a@x.org' } : undefined,
  })
  // 405 if the path exists with another method.
  expect([404, 405]).toContain(answer.status)
  expectError(answer, answer.status)
  expect(await account.stored()).toEqual(before)
})

test.each<[string, string]>([
  ['DELETE', '/users/x'],
  ['POST', '/settings/ips'],
])('no mode has %s %s', async (method, path) => {
  const account = await openAccount()
  const answer = await account.call(method, path)
  expect([404, 405]).toContain(answer.status)
  expectError(answer, answer.status)
})
