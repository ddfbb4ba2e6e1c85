import { setImmediate as turn } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { Lifecycle } from '#sandbox/engine/lifecycle.ts'
import { aSend, messagesOf } from './support/service-client.ts'
import { openSandbox, type Opened } from './support/open-sandbox.ts'

async function sendAndLive({ client, sandbox }: Opened, to: string, more: object = {}) {
  expect((await client.post('/messages/send', aSend(to, {}, more))).status).toBe(200)
  await sandbox.control.advance('day')
  return (await messagesOf(client)).find(({ msg }) => msg.email === to)!
}

test.each([
  ['bounce@x.org', 'hardbounced', /550/],
  ['softbounce@x.org', 'softbounced', /452/],
  ['defer@x.org', 'delivered', null],
  ['schedule@x.org', 'delivered', null],
  ['reject@x.org', 'rejected', /policy/],
  ['filter@x.org', 'filtered', /filtered/],
  ['error+7@x.org', 'error', /rendered/],
  ['complaint@x.org', 'complaint', null],
  ['unsubscribe-me@x.org', 'unsubscribed', null],
  ['bouncer@x.org', 'delivered', null],
])('%s ends as %s', async (email, state, reason) => {
  const opened = await openSandbox()
  const message = await sendAndLive(opened, email)
  expect(message.lastState).toBe(state)
  if (reason !== null) expect(message.reason).toMatch(reason)
  expect(opened.errors).toEqual([])
})

test('states follow the clock, one after the other', async () => {
  const { client, sandbox } = await openSandbox()
  await client.post('/messages/send', aSend('defer@x.org'))
  const state = async () => (await messagesOf(client))[0]!.lastState
  expect(await state()).toBe('requested')
  await sandbox.control.advance(2000)
  expect(await state()).toBe('deferred')
  // The remote server asks for a few minutes, and the retry comes after ten.
  await sandbox.control.advance(9 * 60_000)
  expect(await state()).toBe('deferred')
  await sandbox.control.advance(60_000)
  expect(await state()).toBe('delivered')
})

test('waiting for the steps that are due ends, even if a send is planned for later while the sandbox is busy', async () => {
  const { sandbox, errors } = await openSandbox()
  const { store, clock } = sandbox
  let isBusy = true
  const lifecycle = new Lifecycle({ store, clock, isBusy: () => isBusy, onError: (error) => errors.push(error) })
  onTestFinished(() => lifecycle.close())
  const settled = lifecycle.settle()
  await turn()
  await turn()
  lifecycle.planned(clock.now() + 1000)
  isBusy = false
  await settled
  expect(errors).toEqual([])
})

test('open+3, click+2 and read count as often as their names say, with details', async () => {
  const opened = await openSandbox()
  expect(await sendAndLive(opened, 'open+3@x.org')).toMatchObject({ open: 3, click: 0 })
  const html = { msg: { from: { address: 'a@x.org' }, html: '<a href="https://shop.example/1">x</a>' } }
  const clicked = await sendAndLive(opened, 'click+2@x.org', html)
  expect(clicked).toMatchObject({ open: 1, click: 2, clickDetails: [{ url: 'https://shop.example/1' }, {}] })
  await sendAndLive(opened, 'read@x.org')
  expect((await opened.client.post('/statistics/domains')).json).toMatchObject({ 'x.org': { read: 1, open: 5 } })
})

test('a bounce, a complaint and an unsubscription are added to the blacklists, and their addresses are rejected', async () => {
  const opened = await openSandbox()
  for (const [email, type] of [
    ['bounce@x.org', 'bounces'],
    ['complaint@x.org', 'complaints'],
    ['unsubscribe@x.org', 'unsubscribers'],
  ] as const) {
    await sendAndLive(opened, email)
    expect((await opened.client.post('/blacklists/list', { type })).json).toMatchObject({
      [type]: [{ email }],
      total: 1,
    })
    await opened.client.post('/messages/send', aSend(email))
    const again = (await messagesOf(opened.client)).find(
      ({ msg, lastState }) => msg.email === email && lastState === 'rejected',
    )
    expect(again?.reason).toBe(`blacklisted: ${type}`)
  }
})

test('unsubscriptions from a custom list block only that list', async () => {
  const opened = await openSandbox()
  await sendAndLive(opened, 'unsubscribe@x.org', { headers: { 'X-SVC-BLACKLIST': 'news' } })
  const body = { type: 'unsubscribers', list: 'news' }
  expect((await opened.client.post('/blacklists/list', body)).json).toMatchObject({ total: 1 })
  await opened.client.post('/messages/send', aSend('unsubscribe@x.org'))
  expect((await messagesOf(opened.client))[0]!.lastState).toBe('requested')
})

test('each recipient gets separate values: subject, HTML escaped, text raw, meta merged', async () => {
  const { client, sandbox } = await openSandbox()
  const values = { Name: 'Zoé & <b>', subject: 'For {{name}}', meta: { order: 5 } }
  const msg = { subject: 'For all', text: 'Hi {{NAME}} {{who}}', html: '<p>Hi {{ name }}</p>' }
  const headers = { 'X-SVC-META': { order: 1, kind: 'k' }, 'X-SVC-SUB': [{ email: 'B@x.org', values }] }
  await client.post('/messages/send', aSend(['a@x.org', 'b@x.org'], msg, { headers }))
  const messages = await messagesOf(client)
  const [a, b] = ['a@x.org', 'b@x.org'].map((email) => messages.find((one) => one.msg.email === email)!)
  expect([a!.msg.subject, a!.meta]).toEqual(['For all', { order: 1, kind: 'k' }])
  expect([b!.msg.subject, b!.meta]).toEqual(['For Zoé & <b>', { order: 5, kind: 'k' }])
  const mail = (await sandbox.control.message(b!.id))!
  expect(mail.text.trim()).toBe('Hi Zoé & <b> {{who}}')
  expect(mail.html).toContain('<p>Hi Zoé &amp; &lt;b&gt;</p>')
  expect((await sandbox.control.message(a!.id))!.text.trim()).toBe('Hi {{NAME}} {{who}}')
})

test('a known template provides the content, and an unknown one leaves the message unchanged', async () => {
  const { client, sandbox } = await openSandbox()
  const [template] = sandbox.store.templates.list()
  const named = (name: string) => aSend('a@x.org', { subject: '' }, { headers: { 'X-SVC-TEMPLATE': name } })
  await client.post('/messages/send', named(template!.name))
  expect((await messagesOf(client))[0]!.msg.subject).toBe(template!.subject)
  await sandbox.control.advance(1000)
  await client.post('/messages/send', named('nothing-like-it'))
  const [newest] = sandbox.control.outbox(1)
  expect((await sandbox.control.message(newest!.id))!.text.trim()).toBe('Hello there')
})

test('the message is real MIME with exactly the reported size, the same at every read', async () => {
  const { client, sandbox } = await openSandbox()
  const content = Buffer.from([...Array(300).keys()].map((n) => n % 256))
  const parts = { contentType: 'application/pdf', filename: 'Rechnung Nº 1.pdf', content: content.toString('base64') }
  const image = { contentType: 'image/png', filename: 'logo.png', content: 'iVBORw0KGgo=' }
  const html = `<body><p>Grüße ${'lang '.repeat(60)}<a href="https://x.org/?a=1&amp;b=ü">x</a></p><img src="cid:logo.png"></body>`
  const msg = {
    subject: 'Grüße aus Köln',
    html,
    text: 'Zeile 1\nZeile 2\n',
    attachments: [parts],
    images: [image],
    from: { address: 's@x.org', personalName: 'Jürgen "J"' },
    replyTo: { address: 'r@x.org' },
  }
  const to = [
    { address: 'a@x.org' },
    { address: 'b@x.org', personalName: 'Bob' },
    { address: 'c@x.org', personalName: 'Zoë, Ltd. with a rather long name that has to be folded at some point' },
    { address: `${'d'.repeat(60)}@a-rather-long-domain.example.org`, personalName: 'D D' },
  ]
  const headers = { 'X-Order': '5', 'X-SVC-BULK': 1, 'X-SVC-TEXTVERSION': 1, 'X-SVC-TRACKING': { text: { click: 1 } } }
  await client.post('/messages/send', { ...aSend('a@x.org', msg, { headers }), to, cc: [{ address: 'e@x.org' }] })
  const messages = await messagesOf(client)
  expect(messages).toHaveLength(5)
  for (const { id, msg: summary } of messages) {
    const source = sandbox.control.source(id)!
    expect(source.length).toBe(summary.size)
    expect(sandbox.control.source(id)!.equals(source)).toBe(true)
    const mail = await PostalMime.parse(source)
    expect(mail.subject).toBe('Grüße aus Köln')
    expect(mail.from).toMatchObject({ name: 'Jürgen "J"', address: 's@x.org' })
    expect(mail.to?.map(({ address }) => address)).toEqual([summary.email])
    expect(mail.cc?.[0]?.address).toBe('e@x.org')
    const attached = mail.attachments.find(({ filename }) => filename === 'Rechnung Nº 1.pdf')
    expect(Buffer.from(attached!.content as ArrayBuffer).equals(content)).toBe(true)
    expect(mail.attachments.find(({ contentId }) => contentId === '<logo.png>')?.mimeType).toBe('image/png')
    expect(mail.headers.find(({ key }) => key === 'x-order')?.value).toBe('5')
    expect(mail.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe('List-Unsubscribe=One-Click')
    expect(
      source
        .toString()
        .split('\r\n')
        .every((line) => !line.includes('\n') && line.length <= 998),
    ).toBe(true)
  }
})

test('text version, analytics and tracking follow their options', async () => {
  const { client, sandbox } = await openSandbox()
  const html = '<h1>Hi</h1><p>See <a href="https://x.org/p?utm_source=own">this</a></p>'
  const headers = {
    'X-SVC-TEXTVERSION': 1,
    'X-SVC-TRACKING': { html: { open: 0, click: 0 } },
    'X-SVC-GOOGLEANALYTICS': { enable: 1, utm_source: 'mail', utm_campaign: 'spring' },
  }
  await client.post('/messages/send', aSend('a@x.org', { text: '', html }, { headers }))
  const [entry] = sandbox.control.outbox(1)
  const mail = (await sandbox.control.message(entry!.id))!
  expect(mail.text).toMatch(/HI\s+See this/)
  expect(mail.html).toContain('href="https://x.org/p?utm_source=own&amp;utm_campaign=spring"')
  expect(mail.html).not.toContain('/t/')
})

test('in the demo scenario new mail is always delivered, and some is opened', async () => {
  const opened = await openSandbox({ scenario: 'demo' })
  const to = Array.from({ length: 300 }, (_, index) => `u${index}@new.example`)
  await opened.client.post('/messages/send', aSend(to))
  await opened.sandbox.control.advance('week')
  const counts = (await opened.client.post('/statistics/domains')).json as Record<string, Record<string, number>>
  expect(counts['new.example']!.requested).toBe(300)
  expect(counts['new.example']!.delivered).toBe(300)
  expect(counts['new.example']!.opener).toBeGreaterThan(50)
})
