import { expect, test } from 'vitest'
import { aSend, expectError, openAccount, type Account, type Json } from './support/account.ts'

const sub = (...entries: Json[]): Json => ({ headers: { 'X-SVC-SUB': entries } })

async function rendered(account: Account, message: Json, entry: Json) {
  await account.send('a@x.org', message, sub({ email: 'a@x.org', ...entry }))
  return account.received('a@x.org')
}

test('values are inserted into subject, text and HTML of their own recipient', async () => {
  const account = await openAccount({ strict: true })
  const message = { subject: 'For {{name}}', text: 'Dear {{name}}, {{sum}}', html: '<p>{{name}} owes {{sum}}</p>' }
  const entries = [
    { email: 'a@x.org', values: { name: 'Ada', sum: 12.5 } },
    { email: 'B@X.org', values: { name: 'Bob', sum: 0 } },
  ]
  await account.send(['a@x.org', 'b@x.org'], message, sub(...entries))
  const [ada, bob] = [await account.received('a@x.org'), await account.received('b@x.org')]
  expect([ada.subject, ada.text.trim()]).toEqual(['For Ada', 'Dear Ada, 12.5'])
  expect([bob.subject, bob.text.trim()]).toEqual(['For Bob', 'Dear Bob, 0'])
  expect([ada.html, bob.html].map((html) => /<p>(.*?)<\/p>/.exec(html)?.[1])).toEqual(['Ada owes 12.5', 'Bob owes 0'])
  expect((await account.record('a@x.org')).msg.subject).toBe('For Ada')
})

test('names are accepted in any case', async () => {
  const account = await openAccount()
  const { text } = await rendered(account, { text: '{{NAME}} {{Name}} {{name}}' }, { values: { nAmE: 'Ada' } })
  expect(text.trim()).toBe('Ada Ada Ada')
})

test('values are escaped in HTML, and raw in text and subject', async () => {
  const account = await openAccount()
  const name = `<b>"A" & 'B'</b>`
  const message = { subject: '{{name}}', text: '{{name}}', html: '<p title="{{name}}">{{name}}</p>' }
  const { subject, text, html } = await rendered(account, message, { values: { name } })
  expect([subject, text.trim()]).toEqual([name, name])
  expect(html).not.toContain('<b>')
  expect(html).toContain('&lt;b&gt;')
  expect(html).toMatch(/title="[^"<>]*&quot;[^"<>]*"/)
})

test('a line break in a value is refused in a subject, and kept in a text', async () => {
  const account = await openAccount()
  const name = 'Ada\r\nBcc: eve@x.org'
  const refused = aSend('a@x.org', {}, sub({ email: 'a@x.org', values: { name, subject: 'For {{name}}' } }))
  expectError(await account.call('POST', '/messages/send', { body: refused }), 400)
  expect((await account.page()).total).toBe(0)
  const { text, headers } = await rendered(account, { text: '{{name}}' }, { values: { name } })
  expect(text.trim()).toBe('Ada\nBcc: eve@x.org')
  expect(headers.map(({ name: header }) => header.toLowerCase())).not.toContain('bcc')
})

test('an unknown name is not replaced', async () => {
  const account = await openAccount()
  const message = { subject: '{{x}}', text: 'a {{x}} {{}} {{ y', html: '<p>{{x}}</p>' }
  const { subject, text, html } = await rendered(account, message, { values: { name: 'Ada' } })
  expect([subject, text.trim()]).toEqual(['{{x}}', 'a {{x}} {{}} {{ y'])
  expect(html).toContain('{{x}}')
})

test('a value is not treated as a pattern or filled in again', async () => {
  const account = await openAccount()
  const values = { a: '{{b}} $& $1', b: 'no', '.*': 'pattern' }
  const { text } = await rendered(account, { text: '{{a}}|{{.*}}|{{xx}}' }, { values })
  expect(text.trim()).toBe('{{b}} $& $1|pattern|{{xx}}')
})

test('a recipient without values gets the text unchanged', async () => {
  const account = await openAccount()
  await account.send(['a@x.org', 'b@x.org'], { subject: '{{n}}' }, sub({ email: 'a@x.org', values: { n: 'A' } }))
  expect((await account.record('b@x.org')).msg.subject).toBe('{{n}}')
})

test.each<[string, Json]>([
  ['inside values', { values: { subject: 'Own {{n}}', n: '1', meta: { order: 7 } } }],
  ['beside values', { values: { n: '1' }, subject: 'Own {{n}}', meta: { order: 7 } }],
])('subject and meta %s', async (_, entry) => {
  const account = await openAccount()
  const more = { headers: { 'X-SVC-SUB': [{ email: 'a@x.org', ...entry }], 'X-SVC-META': { shop: 'S', order: 1 } } }
  await account.send(['a@x.org', 'b@x.org'], { subject: 'Common' }, more)
  expect(await account.record('a@x.org')).toMatchObject({ msg: { subject: 'Own 1' }, meta: { shop: 'S', order: 7 } })
  expect(await account.record('b@x.org')).toMatchObject({ msg: { subject: 'Common' }, meta: { shop: 'S', order: 1 } })
})

test('an inner value overrides one beside it', async () => {
  const account = await openAccount()
  const { subject } = await rendered(account, {}, { values: { subject: 'inside' }, subject: 'beside' })
  expect(subject).toBe('inside')
})

test('a value cannot start a new header line', async () => {
  const account = await openAccount()
  const values = { n: 'x\r\nBcc: victim@x.org' }
  const body = aSend('a@x.org', { subject: 'Hi {{n}}' }, sub({ email: 'a@x.org', values }))
  const answer = await account.call('POST', '/messages/send', { body })
  if (answer.status === 200) {
    const { headers } = await account.received('a@x.org')
    expect(headers.map(({ name }) => name.toLowerCase())).not.toContain('bcc')
  } else expectError(answer, 400)
})

test('values for people who are not in `to` are ignored', async () => {
  const account = await openAccount()
  await account.send('a@x.org', {}, sub({ email: 'other@x.org', values: { subject: 'no' } }))
  expect((await account.records()).map(({ msg }) => [msg.email, msg.subject])).toEqual([['a@x.org', 'Hello']])
})
