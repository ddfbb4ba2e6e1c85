import { expect, onTestFinished, test } from 'vitest'
import { aSend, day, openAccount, type Account, type Json } from './support/account.ts'
import { Wire } from '../support/wire.ts'

/** The counters that are not zero. */
async function counted(account: Account, domain = 'x.org'): Promise<Json> {
  const all = (await account.post('/statistics/domains')) as Record<string, Record<string, number>>
  return Object.fromEntries(Object.entries(all[domain] ?? {}).filter(([, count]) => count !== 0))
}

const delivered = { requested: 1, delivered: 1 }

test.each<[string, string, Json, boolean]>([
  ['anyone@x.org', 'delivered', delivered, false],
  ['bounce@x.org', 'hardbounced', { requested: 1, hardbounced: 1 }, true],
  ['softbounce@x.org', 'softbounced', { requested: 1, softbounced: 1 }, true],
  ['reject@x.org', 'rejected', { requested: 1, rejected: 1 }, true],
  ['filter@x.org', 'filtered', { requested: 1, filtered: 1 }, true],
  ['error@x.org', 'error', { requested: 1, error: 1 }, true],
  ['complaint@x.org', 'complaint', { ...delivered, open: 1, opener: 1, complaint: 1 }, false],
  ['unsubscribe@x.org', 'unsubscribed', { ...delivered, open: 1, opener: 1, unsubscribed: 1 }, false],
  ['open@x.org', 'delivered', { ...delivered, open: 1, opener: 1 }, false],
  ['open+3@x.org', 'delivered', { ...delivered, open: 3, opener: 1 }, false],
  ['click+2@x.org', 'delivered', { ...delivered, open: 1, opener: 1, click: 2, clicker: 1 }, false],
  ['read@x.org', 'delivered', { ...delivered, open: 1, opener: 1, read: 1 }, false],
])('%s ends as %s and is counted as such', async (email, lastState, counters, hasReason) => {
  const account = await openAccount()
  await account.send(email)
  await account.pass(day)
  const record = await account.record(email)
  expect([record.lastState, typeof record.reason === 'string']).toEqual([lastState, hasReason])
  expect(await counted(account)).toEqual(counters)
  expect([record.open, record.click]).toEqual([counters['open'] ?? 0, counters['click'] ?? 0])
  expect([record.openDetails.length, record.clickDetails.length]).toEqual([record.open, record.click])
})

test('a message is first requested, then delivered, and its last state date changes', async () => {
  const account = await openAccount()
  await account.send('a@x.org')
  const before = await account.record('a@x.org')
  expect([before.lastState, before.lastStateDate]).toEqual(['requested', before.createdDate])
  expect(await counted(account)).toEqual({ requested: 1 })
  await account.pass(10)
  const after = await account.record('a@x.org')
  expect(after.lastState).toBe('delivered')
  expect(Date.parse(after.lastStateDate.replace('+0000', 'Z'))).toBeGreaterThan(
    Date.parse(before.createdDate.replace('+0000', 'Z')),
  )
  expect([after.createdDate, after.id]).toEqual([before.createdDate, before.id])
})

test('a deferred message has a reason, and is delivered later', async () => {
  const account = await openAccount()
  await account.send('defer@x.org')
  await account.pass(10)
  expect(await account.record('defer@x.org')).toMatchObject({ lastState: 'deferred', reason: expect.any(String) })
  expect(await counted(account)).toEqual({ requested: 1, deferred: 1 })
  await account.pass(3600)
  expect(await account.record('defer@x.org')).toMatchObject({ lastState: 'delivered', reason: null })
  expect(await counted(account)).toEqual(delivered)
})

test('a scheduled message waits for its time', async () => {
  const account = await openAccount()
  await account.send('schedule@x.org')
  expect(await account.record('schedule@x.org')).toMatchObject({ lastState: 'scheduled' })
  expect(await counted(account)).toEqual({ requested: 1, scheduled: 1 })
  await account.pass(day)
  expect(await counted(account)).toEqual(delivered)
})

test('opens and clicks do not change the last state', async () => {
  const account = await openAccount()
  await account.send('click+2@x.org')
  await account.pass(10)
  const before = await account.record('click+2@x.org')
  await account.pass(3600)
  const after = await account.record('click+2@x.org')
  expect([after.lastState, after.lastStateDate]).toEqual(['delivered', before.lastStateDate])
})

test.each([
  ['bounce@x.org', 'bounces'],
  ['complaint@x.org', 'complaints'],
  ['unsubscribe@x.org', 'unsubscribers'],
])('%s is added to %s, and the next message to it is rejected', async (email, type) => {
  const account = await openAccount()
  await account.send(email)
  await account.pass(day)
  for (const list of ['bounces', 'complaints', 'unsubscribers']) {
    const answer = (await account.post('/blacklists/list', { type: list })) as { total: number; [key: string]: unknown }
    expect(answer.total).toBe(list === type ? 1 : 0)
    if (list === type) expect(answer[list]).toMatchObject([{ email }])
  }
  await account.send(email, { subject: 'Again' })
  const [again] = (await account.records()).filter(({ msg }) => msg.subject === 'Again')
  expect(again).toMatchObject({ lastState: 'rejected', reason: `blacklisted: ${type}` })
  await account.pass(day)
  expect(await counted(account)).toMatchObject({ requested: 2, rejected: 1 })
  const list = (await account.post('/blacklists/list', { type })) as Json
  expect(list['total']).toBe(1)
})

test('a soft bounce is added to no blacklist', async () => {
  const account = await openAccount()
  await account.send('softbounce@x.org')
  await account.pass(day)
  await account.send('softbounce@x.org')
  await account.pass(day)
  expect(await counted(account)).toEqual({ requested: 2, softbounced: 2 })
})

test('a blacklisted recipient does not affect the others in the same call, and case is ignored', async () => {
  const account = await openAccount()
  await account.send('bounce@x.org')
  await account.pass(day)
  await account.send(['BOUNCE@X.org', 'fine@x.org'], { subject: 'Both' })
  await account.pass(10)
  const states = (await account.records())
    .filter(({ msg }) => msg.subject === 'Both')
    .map(({ msg, lastState }) => [msg.email.toLowerCase(), lastState])
  expect(Object.fromEntries(states)).toEqual({ 'bounce@x.org': 'rejected', 'fine@x.org': 'delivered' })
})

test('a removed address receives messages again', async () => {
  const account = await openAccount()
  await account.post('/blacklists', { type: 'bounces', email: 'a@x.org' })
  await account.send('a@x.org', { subject: 'No' })
  expect(await account.status('DELETE', '/blacklists/bounces/a%40x.org')).toBeLessThan(300)
  await account.send('a@x.org', { subject: 'Yes' })
  await account.pass(10)
  const states = (await account.records()).map(({ msg, lastState }) => [msg.subject, lastState])
  expect(Object.fromEntries(states)).toEqual({ No: 'rejected', Yes: 'delivered' })
})

test('a real reader loads the pixel, follows the link and unsubscribes', async () => {
  const account = await openAccount()
  await account.send('a@x.org', { html: '<p><a href="https://shop.example/x">x</a></p>' })
  await account.pass(10)
  const { html, headers } = await account.received('a@x.org')
  const { origin } = new URL(account.sandbox.url)
  const reader = new Wire({ url: origin, user: '', key: '' })
  onTestFinished(() => reader.close())
  const agent = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const visit = async (url: string, method = 'GET'): Promise<[number, string | undefined]> => {
    const answer = await reader.call(method, url.slice(origin.length), { headers: agent })
    return [answer.status, answer.headers.location]
  }
  const pixel = /<img[^>]+src="([^"]+)"/i.exec(html)![1]!.replaceAll('&amp;', '&')
  const link = /<a[^>]+href="([^"]+)"/i.exec(html)![1]!.replaceAll('&amp;', '&')
  expect((await visit(pixel))[0]).toBe(200)
  expect((await visit(pixel))[0]).toBe(200)
  expect(await visit(link)).toEqual([302, 'https://shop.example/x'])
  const record = await account.record('a@x.org')
  expect(record).toMatchObject({ open: 2, click: 1, clickDetails: [{ url: 'https://shop.example/x' }] })
  expect(record.openDetails[0]!.userAgent).toMatchObject({
    browser: expect.stringContaining('Firefox'),
    ip: '127.0.0.1',
  })
  expect(headers).toContainEqual({ name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' })
  const line = headers.find(({ name }) => name.toLowerCase() === 'list-unsubscribe')!.value
  const unsubscribe = /<(http[^>]+)>/.exec(line)![1]!
  expect((await visit(unsubscribe, 'POST'))[0]).toBe(200)
  expect((await account.record('a@x.org')).lastState).toBe('unsubscribed')
  expect(await account.post('/blacklists/list/unsubscribers', {})).toMatchObject({ total: 1 })
  expect(await counted(account)).toMatchObject({ open: 2, opener: 1, click: 1, clicker: 1, unsubscribed: 1 })
})

test('messages accepted earlier are unchanged after advancing the clock twice', async () => {
  const account = await openAccount()
  await account.post('/messages/send', aSend(['open+2@x.org', 'bounce@x.org', 'c@x.org']))
  await account.pass(day)
  const before = await account.records()
  await account.pass(day)
  expect(await account.records()).toEqual(before)
})
