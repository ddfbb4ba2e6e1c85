import { expect, test } from 'vitest'
import { HttpClient } from '../support/http-client.ts'
import { expectError, openAccount, type Account, type Json } from './support/account.ts'

const path = '/settings/sendingconfiguration'
const link = 'https://shop.example/order'
const content = { html: `<p><a href="${link}">order</a> <a href="mailto:help@shop.example">help</a></p>`, text: '' }

async function sentHtml(account: Account, email: string, options: Json = {}, more: Json = content): Promise<string> {
  const headers = Object.fromEntries(Object.entries(options).map(([name, value]) => [`X-SVC-${name}`, value]))
  await account.send(email, more, { headers })
  return (await account.received(email)).html.replaceAll('&amp;', '&')
}

/** The status and the address of the redirect. */
async function follow(url: string, method = 'GET'): Promise<[status: number, location: string | undefined]> {
  const { origin, pathname } = new URL(url)
  const { status, headers } = await new HttpClient(origin).send({ method, path: pathname })
  return [status, headers.location]
}

const configure = (account: Account, change: Json): Promise<unknown> => account.post(path, change)
const hasPixel = (html: string): boolean => /<img src="http/.test(html)

test('the configuration can be read and partly changed, even inside its nested objects', async () => {
  const account = await openAccount()
  const initial = {
    id: expect.any(String) as string,
    accountId: expect.any(String) as string,
    trackOpens: true,
    trackClicks: true,
    trackMailTo: false,
    addNewDomains: false,
    googleAnalytics: {},
    unsubscribe: {},
    customTrack: {},
  }
  expect(await account.get(path)).toEqual(initial)
  const analytics = { enable: true, utmSource: 'shop', utmMedia: 'mail' }
  expect(await configure(account, { trackOpens: '0', googleAnalytics: analytics })).toEqual({
    ...initial,
    trackOpens: false,
    googleAnalytics: analytics,
    status: 'success',
  })
  await configure(account, { googleAnalytics: { enable: false }, unsubscribe: null })
  expect(await account.get(path)).toMatchObject({
    trackOpens: false,
    googleAnalytics: { ...analytics, enable: false },
    unsubscribe: {},
  })
})

test.each<unknown>([
  {},
  { trackOpens: 'perhaps' },
  { googleAnalytics: 'x' },
  { googleAnalytics: { enable: 'x' } },
  { unsubscribe: { content: 5 } },
  { customTrack: { customs: {} } },
  { customTrack: { customs: [{ value: 'x' }] } },
])('the configuration %j is refused and changes nothing', async (body) => {
  const account = await openAccount()
  const before = await account.get(path)
  expectError(await account.call('POST', path, { body }), 400)
  expect(await account.get(path)).toEqual(before)
})

test('it is the default of every send, and options of a send override it', async () => {
  const account = await openAccount()
  await configure(account, { trackOpens: false, trackClicks: false })
  const plain = await sentHtml(account, 'a@x.org')
  expect([hasPixel(plain), plain.includes(`href="${link}"`)]).toEqual([false, true])
  const own = await sentHtml(account, 'b@x.org', { TRACKING: { html: { open: 1 } } })
  expect([hasPixel(own), own.includes(`href="${link}"`)]).toEqual([true, true])
})

test('mailto links are tracked if configured, and still lead to the email', async () => {
  const account = await openAccount()
  expect(await sentHtml(account, 'a@x.org')).toContain('href="mailto:help@shop.example"')
  await configure(account, { trackMailTo: true, trackClicks: false })
  const html = await sentHtml(account, 'b@x.org')
  expect(html).toContain(`href="${link}"`)
  const tracked = /href="(http:\/\/127[^"]+)"/.exec(html)![1]!
  expect(await follow(tracked)).toEqual([302, 'mailto:help@shop.example'])
  expect((await account.record('b@x.org')).click).toBe(1)
})

test('analytics and custom parameters are in every link', async () => {
  const account = await openAccount()
  await configure(account, { trackClicks: false, googleAnalytics: { enable: true, utmMedia: 'mail' } })
  await configure(account, { customTrack: { enable: true, customs: [{ key: 'shop', value: '7' }] } })
  const query = async (email: string, options?: Json): Promise<Json> => {
    const html = await sentHtml(account, email, options)
    return Object.fromEntries(new URL(/href="(https[^"]+)"/.exec(html)![1]!).searchParams)
  }
  expect(await query('a@x.org')).toEqual({ utm_medium: 'mail', shop: '7' })
  expect(await query('b@x.org', { ANALYTICS: { enable: 1, utm_medium: 'own' } })).toEqual({
    utm_medium: 'own',
    shop: '7',
  })
  expect(await query('c@x.org', { ANALYTICS: { enable: 0, utm_medium: 'own' } })).toEqual({ shop: '7' })
})

test.each<[string, string, string | null]>([
  ['an address', 'https://shop.example/bye', 'https://shop.example/bye'],
  ['HTML with a link', 'Enough? <a class="u" href="https://shop.example/bye">Leave</a>', 'https://shop.example/bye'],
  ['a text', 'Leave & never return', null],
])('{{UNSUB}} is %s whose link unsubscribes', async (_name, unsubscribe, target) => {
  const account = await openAccount()
  await configure(account, { unsubscribe: { enable: true, content: unsubscribe } })
  const isAddress = unsubscribe === target
  const html = isAddress ? '<p><a href="{{UNSUB}}">Leave</a></p>' : '<p>{{ unsub }}</p>'
  const mail = await sentHtml(account, 'a@x.org', { BULK: 1 }, { html, text: 'Leave: {{UNSUB}}' })
  expect(mail).not.toMatch(/unsub\s*\}\}/i)
  const url = /href="(http:\/\/127[^"]+)"/.exec(mail)![1]!
  expect((await account.received('a@x.org')).text).toContain(url)
  expect(await follow(url)).toEqual(target === null ? [200, undefined] : [302, target])
  if (target === null) await follow(url, 'POST')
  expect(await account.post('/blacklists/list', { type: 'unsubscribers' })).toMatchObject({
    unsubscribers: [{ email: 'a@x.org', listName: null }],
  })
})

test('{{UNSUB}} is not replaced if nothing is configured', async () => {
  const account = await openAccount()
  await configure(account, { unsubscribe: { enable: false, content: 'https://shop.example/bye' } })
  expect(await sentHtml(account, 'a@x.org', {}, { html: '<p>{{UNSUB}}</p>' })).toContain('{{UNSUB}}')
})

test('the domain of a new sender is added if configured', async () => {
  const account = await openAccount()
  const from = { address: 'shop@other.example' }
  const names = async (): Promise<unknown[]> =>
    ((await account.get('/settings/domains')) as Json[]).map(({ sending }) => sending)
  await account.send('a@x.org', { from })
  expect(await names()).not.toContain('other.example')
  await configure(account, { addNewDomains: true })
  await account.send('b@x.org', { from })
  await account.send('c@x.org', { from })
  expect((await names()).filter((name) => name === 'other.example')).toHaveLength(1)
})

test('a reset restores the configuration and the credits', async () => {
  const account = await openAccount()
  await configure(account, { trackOpens: false })
  account.sandbox.control.setCredits(5)
  account.sandbox.control.reset('empty')
  expect(await account.get(path)).toMatchObject({ trackOpens: true })
  expect(((await account.get('/account/credits')) as { credits: number }).credits).toBeGreaterThan(5)
})
