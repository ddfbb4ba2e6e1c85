import { expect, test } from 'vitest'
import { expectError, aSend, openAccount, type Account, type Json } from './support/account.ts'

const link = 'https://shop.example/order?id=7'
const rich = { html: `<p>See <a href="${link}">your order</a></p>`, text: `See ${link}` }

async function sent(account: Account, options: Json, message: Json = rich, email = 'a@x.org') {
  const headers = Object.fromEntries(Object.entries(options).map(([name, value]) => [`X-SVC-${name}`, value]))
  await account.send(email, message, { headers })
  return account.received(email)
}

const hasPixel = (html: string): boolean => /<img[^>]+src="http:\/\/127\.0\.0\.1:\d+\/[^"]+"/i.test(html)
const keepsLink = (body: string): boolean => body.replaceAll('&amp;', '&').includes(link)

test('TAGS name the message in the record and in the export', async () => {
  const account = await openAccount()
  await sent(account, { TAGS: ['order', 'été'] })
  expect((await account.record('a@x.org')).tags).toEqual(['order', 'été'])
  const [record] = (await account.post('/export/json')) as Json[]
  expect(record!['tags']).toBe('order,été')
})

test('META is returned unchanged, strings and numbers', async () => {
  const account = await openAccount({ strict: true })
  await sent(account, { META: { customer: 'C-7', total: 12.5, zero: 0, empty: '' } })
  expect((await account.record('a@x.org')).meta).toEqual({ customer: 'C-7', total: 12.5, zero: 0, empty: '' })
})

test('META and values accept names with a meaning in JavaScript', async () => {
  const account = await openAccount()
  const meta = '{"__proto__":"p","constructor":"c","toString":1}'
  const values = '{"__proto__":"P","constructor":"C"}'
  const headers = `{"X-SVC-META":${meta},"X-SVC-SUB":[{"email":"a@x.org","values":${values}}]}`
  const body = JSON.stringify(aSend('a@x.org', { subject: '{{__proto__}} {{constructor}} {{toString}}' }))
  expect(await account.status('POST', '/messages/send', { raw: `${body.slice(0, -1)},"headers":${headers}}` })).toBe(
    200,
  )
  const record = await account.record('a@x.org')
  expect(JSON.parse(meta)).toEqual(record.meta)
  expect(record.msg.subject).toBe('P C {{toString}}')
})

test('a message with its own List-Unsubscribe gets no other', async () => {
  const account = await openAccount()
  const own = {
    'List-Unsubscribe': '<https://shop.example/u?id=7>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  await account.send('a@x.org', {}, { headers: own })
  const { headers } = await account.received('a@x.org')
  const lines = headers.filter(({ name }) => name.toLowerCase().startsWith('list-unsubscribe'))
  expect(Object.fromEntries(lines.map(({ name, value }) => [name, value]))).toEqual(own)
  expect(lines).toHaveLength(2)
})

test.each<[Json, { pixel: boolean; html: boolean; text: boolean }]>([
  [
    { html: { open: 1, click: 1 }, text: { click: 1 } },
    { pixel: true, html: false, text: false },
  ],
  [
    { html: { open: 0, click: 0 }, text: { click: 0 } },
    { pixel: false, html: true, text: true },
  ],
  [
    { html: { open: 1, click: 0 }, text: { click: 0 } },
    { pixel: true, html: true, text: true },
  ],
  [
    { html: { open: 0, click: 1 }, text: { click: 0 } },
    { pixel: false, html: false, text: true },
  ],
  [
    { html: { open: 0, click: 0 }, text: { click: 1 } },
    { pixel: false, html: true, text: false },
  ],
])('TRACKING %j', async (tracking, expected) => {
  const account = await openAccount()
  const { html, text } = await sent(account, { TRACKING: tracking })
  expect({ pixel: hasPixel(html), html: keepsLink(html), text: keepsLink(text) }).toEqual(expected)
})

test.each(['ANALYTICS', 'GOOGLEANALYTICS'])('%s tags the links', async (name) => {
  const account = await openAccount()
  const tags = { utm_source: 'shop', utm_medium: 'mail', utm_content: 'button', utm_campaign: 'March sale' }
  const tracking = { html: { open: 0, click: 0 }, text: { click: 0 } }
  const { html } = await sent(account, { TRACKING: tracking, [name]: { enable: 1, ...tags } })
  const href = /href="([^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&')
  const query = Object.fromEntries(new URL(href).searchParams)
  expect(query).toEqual({ id: '7', ...tags })
  const off = await sent(account, { TRACKING: tracking, [name]: { enable: 0, ...tags } }, rich, 'b@x.org')
  expect(off.html).not.toContain('utm_')
})

test('TEXTVERSION generates a text from the HTML, and 0 generates none', async () => {
  const account = await openAccount()
  const message = { html: '<h1>Dear all</h1><p>Come in</p>', text: undefined }
  const made = await sent(account, { TEXTVERSION: 1 }, message)
  expect(made.text).toMatch(/dear all\s+come in/i)
  const source = (email: string) =>
    account.record(email).then(({ id }) => account.sandbox.control.source(id)!.toString())
  await sent(account, { TEXTVERSION: 0 }, message, 'b@x.org')
  expect(await source('a@x.org')).toMatch(/Content-Type: text\/plain/i)
  expect(await source('b@x.org')).not.toMatch(/Content-Type: text\/plain/i)
})

const template = {
  description: 'Winter Sale – Été',
  from: { address: 'sale@sender.example', personalName: 'Sale' },
  subject: 'Sale for {{name}}',
  htmlContent: '<p>Dear {{name}}</p>',
  textContent: 'Dear {{name}}',
}

test('TEMPLATE is the slug of the description, and values fill it in', async () => {
  const account = await openAccount()
  await account.post('/settings/templates', template)
  const SUB = [{ email: 'a@x.org', values: { name: 'Ada' } }]
  const received = await sent(account, { TEMPLATE: 'winter-sale-ete', SUB }, { subject: '', text: '', html: '' })
  expect([received.subject, received.text.trim()]).toEqual(['Sale for Ada', 'Dear Ada'])
  expect(received.html).toContain('<p>Dear Ada</p>')
})

test('a TEMPLATE contains everything that a message needs', async () => {
  const account = await openAccount()
  await account.post('/settings/templates', template)
  const bare = { to: [{ address: 'a@x.org' }], msg: {} }
  await account.post('/messages/send', { ...bare, headers: { 'X-SVC-TEMPLATE': 'winter-sale-ete' } })
  expect((await account.record('a@x.org')).msg.from).toBe(template.from.address)
  expectError(await account.call('POST', '/messages/send', { body: bare }), 400)
  expect((await account.page()).total).toBe(1)
})

test("an unknown TEMPLATE sends the message's own content", async () => {
  const account = await openAccount()
  const received = await sent(account, { TEMPLATE: 'nope' }, { subject: 'Own', text: 'Own text' })
  expect([received.subject, received.text.trim()]).toEqual(['Own', 'Own text'])
})

test('DOMAIN, BULK, IPPOOL and BLACKLIST are accepted', async () => {
  const account = await openAccount()
  await sent(account, { DOMAIN: 'sender.example', BULK: 1, IPPOOL: 'shared', BLACKLIST: 'news' })
  for (const BULK of [0, 1, '0', '1', true, false]) await sent(account, { BULK }, rich, 'b@x.org')
  expect((await account.page()).total).toBe(7)
})

test('a custom header arrives as a line of the message, but options do not', async () => {
  const account = await openAccount()
  const headers = { 'X-Order-Id': 'A-7', 'X-Count': 3, 'X-SVC-TAGS': ['t'], 'X-SVC-META': { secret: 1 } }
  await account.send('a@x.org', {}, { headers })
  const received = await account.received('a@x.org')
  const lines = received.headers.map(({ name, value }) => [name.toLowerCase(), value])
  expect(lines).toEqual(
    expect.arrayContaining([
      ['x-order-id', 'A-7'],
      ['x-count', '3'],
    ]),
  )
  expect(lines.filter(([name]) => name!.startsWith('x-svc-'))).toEqual([])
})

test('option names are accepted in any case', async () => {
  const account = await openAccount()
  await account.send('a@x.org', {}, { headers: { 'x-svc-tags': ['low'], 'X-Svc-Meta': { a: 1 } } })
  expect(await account.record('a@x.org')).toMatchObject({ tags: ['low'], meta: { a: 1 } })
})

test('BLACKLIST keeps an unsubscription to its own list', async () => {
  const account = await openAccount()
  const news = { headers: { 'X-SVC-BLACKLIST': 'news' } }
  await account.send('unsubscribe@x.org', {}, news)
  await account.pass(3600)
  const listed = async (list?: string): Promise<unknown> =>
    ((await account.post('/blacklists/list', { type: 'unsubscribers', list })) as Json)['total']
  expect([await listed('news'), await listed('other'), await listed()]).toEqual([1, 0, 1])
  await account.send('unsubscribe@x.org', { subject: 'News again' }, news)
  await account.send('unsubscribe@x.org', { subject: 'Invoice' })
  await account.pass(1)
  const states = (await account.records()).map(({ msg, lastState }) => [msg.subject, lastState])
  expect(Object.fromEntries(states)).toMatchObject({ 'News again': 'rejected', Invoice: 'delivered' })
})

test.each<[string, unknown]>([
  ['TAGS', 'a string in strict'],
  ['TAGS', [{}]],
  ['TAGS', '[{"a":1}]'],
  ['META', 'text'],
  ['META', 7],
  ['META', ['a']],
  ['SUB', {}],
  ['SUB', 'x'],
  ['SUB', ['x']],
  ['SUB', [{ values: {} }]],
  ['SUB', [{ email: 'a@x.org', values: 'x' }]],
  ['TRACKING', 'on'],
  ['TRACKING', { html: { open: 'maybe' } }],
  ['TEMPLATE', {}],
  ['BULK', 'sometimes'],
  ['ANALYTICS', 1],
  ['ANALYTICS', { enable: 'x' }],
  ['IPPOOL', [5]],
  ['DOMAIN', []],
  ['BLACKLIST', { a: 1 }],
  ['TEXTVERSION', 2],
])('%s of %j is refused', async (name, value) => {
  const account = await openAccount({ strict: typeof value === 'string' && value.includes('strict') })
  const body = aSend('a@x.org', {}, { headers: { [`X-SVC-${name}`]: value } })
  expectError(await account.call('POST', '/messages/send', { body }), 400)
  expect((await account.page()).total).toBe(0)
})
