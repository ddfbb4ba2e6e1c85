import { expect, test } from 'vitest'
import { aSend, messagesOf } from './support/service-client.ts'
import { openSandbox } from './support/open-sandbox.ts'

const half = 'a\ud800b'
const sub = (values: object) => ({ headers: { 'X-SVC-SUB': [{ email: 'a@x.org', values }] } })
const tags = (...given: string[]) => ({ headers: { 'X-SVC-TAGS': given } })
const letter = 'contains half of a character (an unpaired surrogate), which is not valid text.'

test.each<[string, object, string]>([
  ['subject', aSend('a@x.org', { subject: half }), `msg.subject ${letter}`],
  ['text', aSend('a@x.org', { text: half }), `msg.text ${letter}`],
  ['html', aSend('a@x.org', { html: half }), `msg.html ${letter}`],
  ['name', { ...aSend([]), to: [{ address: 'a@x.org', personalName: half }] }, `to[0].personalName ${letter}`],
  ['address', aSend(`${half}@x.org`), `to[0].address ${letter}`],
  ['tag', aSend('a@x.org', {}, tags('ok', half)), `headers.X-SVC-TAGS[1] ${letter}`],
  ['meta value', aSend('a@x.org', {}, { headers: { 'X-SVC-META': { a: half } } }), `headers.X-SVC-META.a ${letter}`],
  [
    'meta name',
    aSend('a@x.org', {}, { headers: { 'X-SVC-META': { [half]: 1 } } }),
    `A name in headers.X-SVC-META ${letter}`,
  ],
  ['value', aSend('a@x.org', {}, sub({ 'a b': half })), `headers.X-SVC-SUB[0].values."a b" ${letter}`],
])('half a surrogate pair is refused in a send: %s', async (_, body, sentence) => {
  const { client, sandbox } = await openSandbox()
  const answer = await client.post('/messages/send', body)
  expect([answer.status, (answer.json as { error: string }).error]).toEqual([400, sentence])
  expect(sandbox.store.messages.count()).toBe(0)
})

test('surrogate pairs written as escapes are accepted, in templates too', async () => {
  const { client } = await openSandbox()
  const raw = JSON.stringify(aSend('a@x.org', { subject: 'SUBJECT' })).replace('SUBJECT', '\\ud83d\\uDE00')
  expect((await client.call({ method: 'POST', path: '/messages/send', raw })).status).toBe(200)
  expect((await messagesOf(client))[0]!.msg.subject).toBe('😀')
  const template = { description: half, from: { address: 'a@x.org' }, htmlContent: '', textContent: '' }
  const refused = await client.post('/settings/templates', template)
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(`description ${letter}`)])
})

test.each([
  [' red', 'headers.X-SVC-TAGS contains " red". A tag must not begin or end with a space.'],
  ['red\u3000', 'headers.X-SVC-TAGS contains "red\u3000". A tag must not begin or end with a space.'],
  ['\ufeffred', 'headers.X-SVC-TAGS contains "\ufeffred". A tag must not begin or end with a space.'],
  ['  ', 'headers.X-SVC-TAGS contains "  ". A tag must not begin or end with a space.'],
  ['', 'headers.X-SVC-TAGS contains an empty tag.'],
])('the tag %j is refused', async (tag, sentence) => {
  const { client } = await openSandbox()
  const answer = await client.post('/messages/send', aSend('a@x.org', {}, tags('ok', tag)))
  expect([answer.status, (answer.json as { error: string }).error]).toEqual([400, sentence])
})

test('tags with commas, quotation marks and control characters are unchanged', async () => {
  const { client } = await openSandbox()
  const odd = ['a,b', '"q"', '[]', 'a\u0007b', 'x  y', '2024', 'a\tb', '__proto__']
  expect((await client.post('/messages/send', aSend('a@x.org', {}, tags(...odd)))).status).toBe(200)
  expect((await messagesOf(client))[0]!.tags).toEqual(odd)
  for (const tag of odd) expect(await messagesOf(client, { tags: [tag] })).toHaveLength(1)
})

test.each([
  ['\r\n', 'must not contain a line break.'],
  ['\n', 'must not contain a line break.'],
  ['\0', 'must not contain a NUL character.'],
])('%j in a value for the subject is refused, as it is in a subject', async (sign, sentence) => {
  const { client, sandbox } = await openSandbox()
  const error = async (msg: object, values: object) => {
    const answer = await client.post('/messages/send', aSend('a@x.org', msg, sub(values)))
    return [answer.status, (answer.json as { error?: string }).error]
  }
  const name = `Ada${sign}Bcc: b@x.org`
  const refused = [400, `The value "Name" for a@x.org is used in the subject and ${sentence}`]
  expect(await error({ subject: 'For {{Name}}' }, { name })).toEqual(refused)
  expect(await error({ subject: 'For you' }, { name, subject: '{{ Name }}' })).toEqual(refused)
  expect(await error({ subject: `For${sign}you` }, {})).toEqual([400, `msg.subject ${sentence}`])
  expect(sandbox.store.messages.count()).toBe(0)
  expect(await error({ subject: 'For you', text: 'Dear {{name}}' }, { name })).toEqual([200, undefined])
})

test('an address with blanks around it is refused, and metadata keeps every name and character', async () => {
  const { client } = await openSandbox()
  expect((await client.post('/messages/send', aSend(' a@x.org'))).text).toContain('is not an email address')
  const meta = JSON.parse('{"__proto__":"v","constructor":"c","a\\u0000b":"\\u0000\\u001b"," blank ":" x "}') as object
  const more = { headers: { 'X-SVC-META': meta } }
  expect((await client.post('/messages/send', aSend('a@x.org', {}, more))).status).toBe(200)
  expect(JSON.stringify((await messagesOf(client))[0]!.meta)).toBe(JSON.stringify(meta))
})

test('a send is measured as it was received, before anything is composed', async () => {
  const { client, sandbox } = await openSandbox({ maxMessageBytes: 1_048_576 })
  const error = async (msg: object, more: object = {}) => {
    const answer = await client.post('/messages/send', aSend('a@x.org', msg, more))
    return [answer.status, (answer.json as { error?: string }).error]
  }
  const message = [413, 'The message is larger than 1 MB.']
  // Encoding makes these characters three times as long in the mail.
  expect(await error({ text: 'é'.repeat(500_000) })).toEqual([200, undefined])
  expect(await error({ text: 'é'.repeat(600_000) })).toEqual(message)
  const attachment = { filename: 'a', content: Buffer.alloc(780_000).toString('base64') }
  expect(await error({ attachments: [attachment] })).toEqual([200, undefined])
  expect(await error({ attachments: [attachment, attachment] })).toEqual(message)
  // A hundred thousand copies of a hundred kilobytes.
  expect(await error({ text: '{{a}}'.repeat(100_000) }, sub({ a: 'x'.repeat(100_000) }))).toEqual(message)
  expect(await error({ text: '{{a}}' }, sub({ a: 'é'.repeat(600_000) }))).toEqual(message)
  expect(await error({ subject: 'x'.repeat(70_000) })).toEqual([400, 'msg.subject is longer than 65536 characters.'])
  const call = await client.post('/statistics/messages', { froms: ['x'.repeat(6_000_000)] })
  expect([call.status, call.text]).toEqual([413, expect.stringContaining('"The call is larger than 5 MB."')])
  expect(sandbox.store.messages.count()).toBe(2)
})

test('a long text arrives unchanged', async () => {
  const { client, sandbox } = await openSandbox()
  const text = 'Grüße, und noch eine Zeile. '.repeat(60_000)
  expect((await client.post('/messages/send', aSend('a@x.org', { text }))).status).toBe(200)
  const [{ id, size } = { id: '', size: 0 }] = sandbox.control.outbox(1)
  expect((await sandbox.control.message(id))!.text.trim()).toBe(text.trim())
  expect(sandbox.control.source(id)).toHaveLength(size)
})
