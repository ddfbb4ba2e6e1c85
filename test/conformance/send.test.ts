import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { aSend, expectError, expectShape, openAccount, sender, type Json } from './support/account.ts'
import { documented } from './support/documented-shapes.ts'
import { json } from '../support/wire.ts'

const sub = { email: 'a@x.org', values: {} }

test('a send returns only its status', async () => {
  const account = await openAccount()
  const answer = await account.call('POST', '/messages/send', { body: aSend('a@x.org') })
  expect([answer.status, json(answer)]).toEqual([200, { status: 'success' }])
  expectShape(json(answer), documented.status)
})

test('every documented field arrives in the message', async () => {
  const account = await openAccount({ strict: true })
  const message = {
    from: { address: sender, personalName: 'The Shop' },
    replyTo: { address: 'help@sender.example', personalName: 'Help' },
    subject: 'Your order',
    text: 'Plain words',
    html: '<p>Rich <b>words</b></p>',
  }
  const body = aSend('a@x.org', message)
  expect(await account.post('/messages/send', { ...body, to: [{ address: 'a@x.org', personalName: 'Ada' }] })).toEqual({
    status: 'success',
  })
  const { headers, text, html, subject, from, email } = await account.received('a@x.org')
  const line = (name: string): string => headers.find((header) => header.name.toLowerCase() === name)?.value ?? ''
  expect(line('from')).toMatch(/^"?The Shop"? <shop@sender\.example>$/)
  expect(line('reply-to')).toMatch(/^"?Help"? <help@sender\.example>$/)
  expect(line('to')).toMatch(/^"?Ada"? <a@x\.org>$/)
  expect(line('subject')).toBe('Your order')
  expect(line('message-id')).toMatch(/^<[^<>@\s]+@[^<>@\s]+>$/)
  expect(line('date')).not.toBe('')
  expect([subject, from, email, text.trim()]).toEqual(['Your order', sender, 'a@x.org', 'Plain words'])
  expect(html).toContain('<p>Rich <b>words</b></p>')
})

test('each recipient gets one record and one message, and does not see the others', async () => {
  const account = await openAccount()
  const to = [{ address: 'a@x.org', personalName: 'Ada' }, { address: 'b@y.org' }, { address: 'c@z.org' }]
  await account.post('/messages/send', { ...aSend('a@x.org'), to })
  const records = await account.records()
  expect(records.map(({ msg }) => msg.email).sort()).toEqual(['a@x.org', 'b@y.org', 'c@z.org'])
  expect(new Set(records.map(({ id }) => id)).size).toBe(3)
  for (const { id, msg } of records) {
    expect(id).toMatch(/^[0-9a-f]{24}$/)
    const source = account.sandbox.control.source(id)!.toString()
    expect(source).toContain(msg.email)
    for (const other of to) if (other.address !== msg.email) expect(source).not.toContain(other.address)
  }
})

test.each([undefined, null, ''])('a personalName of %j counts as none', async (personalName) => {
  const account = await openAccount()
  const body = {
    to: [{ address: 'a@x.org', personalName }],
    msg: {
      from: { address: sender, personalName },
      replyTo: { address: 'r@x.org', personalName },
      subject: 's',
      text: 't',
    },
  }
  await account.post('/messages/send', body)
  const { headers } = await account.received('a@x.org')
  const lines = Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]))
  expect([lines['to'], lines['from'], lines['reply-to']]).toEqual(['a@x.org', sender, 'r@x.org'])
})

test('null is accepted for every optional field', async () => {
  const account = await openAccount()
  const nothing = { subject: null, replyTo: null, html: null, images: null, attachments: null }
  await account.send('a@x.org', nothing, { headers: null, apiKey: null, cc: null, bcc: null })
  await account.send('b@x.org', {}, { headers: { 'X-SVC-META': null, 'X-SVC-SUB': null, 'X-SVC-TAGS': null } })
  for (const record of await account.records()) expect(record).toMatchObject({ tags: null, meta: null })
})

test('`[]` is accepted as an empty object', async () => {
  const account = await openAccount()
  await account.send('a@x.org', {}, { headers: [] })
  const headers = { 'X-SVC-META': [], 'X-SVC-SUB': [{ email: 'b@x.org', values: [] }], 'X-SVC-TAGS': [] }
  await account.send('b@x.org', {}, { headers })
  const nested = { 'X-SVC-SUB': [{ email: 'c@x.org', values: { meta: [], name: 'C' } }] }
  await account.send('c@x.org', { subject: 'Hi {{name}}' }, { headers: nested })
  expect((await account.record('c@x.org')).msg.subject).toBe('Hi C')
})

test('HTML alone, text alone and an attachment alone are messages, but nothing at all is not', async () => {
  const account = await openAccount()
  await account.send('html@x.org', { text: undefined, html: '<p>Hi</p>' })
  await account.send('text@x.org', { text: 'Hi' })
  const invoice = { contentType: 'application/pdf', filename: 'invoice.pdf', content: 'JVBERi0=' }
  await account.send('file@x.org', { text: undefined, attachments: [invoice] })
  expectError(
    await account.call('POST', '/messages/send', { body: aSend('bare@x.org', { text: null, html: '' }) }),
    400,
  )
  expect((await account.received('html@x.org')).html).toContain('<p>Hi</p>')
  expect((await account.received('text@x.org')).text.trim()).toBe('Hi')
  const { text, attachments } = await account.received('file@x.org')
  expect([text.trim(), attachments.map(({ filename }) => filename)]).toEqual(['', ['invoice.pdf']])
  expect((await account.page()).total).toBe(3)
})

test('the size is that of the message in bytes', async () => {
  const account = await openAccount()
  await account.send('small@x.org', { text: 'x' })
  await account.send('big@x.org', { text: 'ü'.repeat(20_000) })
  for (const email of ['small@x.org', 'big@x.org']) {
    const { id, msg } = await account.record(email)
    expect(msg.size).toBe(account.sandbox.control.source(id)!.length)
  }
  expect((await account.record('big@x.org')).msg.size).toBeGreaterThan(40_000)
})

test('cc and bcc are accepted at the top level, and bcc stays hidden', async () => {
  const account = await openAccount()
  await account.send('a@x.org', {}, { cc: [{ address: 'cc@x.org' }], bcc: [{ address: 'bcc@x.org' }] })
  const { id } = await account.record('a@x.org')
  const source = account.sandbox.control.source(id)!.toString()
  expect(source).toMatch(/^Cc: cc@x\.org\r?$/im)
  expect(source).not.toContain('bcc@x.org')
  expect((await account.records()).map(({ msg }) => msg.email).sort()).toEqual(['a@x.org', 'bcc@x.org', 'cc@x.org'])
})

test('international addresses and quoted local parts are accepted', async () => {
  const account = await openAccount()
  for (const email of ['größe@bücher.example', 'a.b+c_d-e@sub.x.org', "o'neil@x.org"]) {
    await account.send(email)
    expect((await account.record(email)).msg.email).toBe(email)
  }
  const answer = await account.call('POST', '/messages/send', { body: aSend('a b@x.org') })
  expectError(answer, 400)
})

test.each(['Müller, Jo', 'Jo "the" O\'Neil', 'a <b@c.org>', '日本 ✓', '(comment)', 'x;y:z', '\\'])(
  'the name %s arrives unchanged',
  async (personalName) => {
    const account = await openAccount()
    const message = { from: { address: sender, personalName }, subject: personalName }
    await account.post('/messages/send', { ...aSend('a@x.org', message), to: [{ address: 'a@x.org', personalName }] })
    const { id, msg } = await account.record('a@x.org')
    expect([msg.from, msg.email, msg.subject]).toEqual([sender, 'a@x.org', personalName])
    const parsed = await PostalMime.parse(account.sandbox.control.source(id)!)
    expect([parsed.from, parsed.to]).toEqual([
      { name: personalName, address: sender },
      [{ name: personalName, address: 'a@x.org' }],
    ])
    expect(parsed.subject).toBe(personalName)
  },
)

test('an address that is listed twice in `to` gets two messages', async () => {
  const account = await openAccount()
  await account.send(['a@x.org', 'a@x.org'])
  expect((await account.page()).total).toBe(2)
})

test('one call can have 10,000 recipients', async () => {
  const account = await openAccount()
  await account.send(Array.from({ length: 10_000 }, (_, index) => `r${index}@d${index % 7}.example`))
  const page = await account.page({ page: 20, pageSize: 500 })
  expect([page.total, page.messages.length]).toEqual([10_000, 500])
})

test.each<[string, Json]>([
  ['cc', aSend('a@x.org', {}, { cc: [{ address: 'b@x.org' }] })],
  ['bcc', aSend('a@x.org', {}, { bcc: [] })],
  ['a field', aSend('a@x.org', {}, { extra: 1 })],
  ['a field of msg', aSend('a@x.org', { extra: 1 })],
  ['a field of a recipient', { ...aSend('a@x.org'), to: [{ address: 'a@x.org', name: 'A' }] }],
  ['an option', aSend('a@x.org', {}, { headers: { 'X-SVC-TEMPLATE': 'x' } })],
  ['tracking', aSend('a@x.org', {}, { headers: { 'X-SVC-TRACKING': { html: { open: 1 } } } })],
  ['a subject beside values', aSend('a@x.org', {}, { headers: { 'X-SVC-SUB': [{ ...sub, subject: 'beside' }] } })],
  ['meta beside values', aSend('a@x.org', {}, { headers: { 'X-SVC-SUB': [{ ...sub, meta: {} }] } })],
  ['headers as a list', aSend('a@x.org', {}, { headers: [] })],
  ['metadata as a list', aSend('a@x.org', {}, { headers: { 'X-SVC-META': [] } })],
  ['values as a list', aSend('a@x.org', {}, { headers: { 'X-SVC-SUB': [{ ...sub, values: [] }] } })],
  ['tags as a text', aSend('a@x.org', {}, { headers: { 'X-SVC-TAGS': 'a' } })],
  ['metadata that is no text or number', aSend('a@x.org', {}, { headers: { 'X-SVC-META': { a: [1] } } })],
  ['type of a part', aSend('a@x.org', { attachments: [{ type: 'text/plain', filename: 'a.txt', content: 'YQ==' }] })],
  ['contentId', aSend('a@x.org', { images: [{ contentType: 'image/png', contentId: 'a', content: 'YQ==' }] })],
])('strict refuses %s', async (_, body) => {
  const account = await openAccount({ strict: true })
  expectError(await account.call('POST', '/messages/send', { body }), 400)
  expect((await account.page()).total).toBe(0)
})

test('strict refuses the secret of a key instead of its id', async () => {
  const account = await openAccount({ strict: true })
  const body = aSend('a@x.org', {}, { apiKey: account.sandbox.credentials.key })
  expectError(await account.call('POST', '/messages/send', { body }), 400)
})

test('lenient mode ignores unknown fields', async () => {
  const account = await openAccount()
  await account.send('a@x.org', { extra: 1 }, { extra: { deep: [] }, headers: { 'X-SVC-NEW': 1 } })
  expect((await account.page()).total).toBe(1)
})
