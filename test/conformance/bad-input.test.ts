import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { aSend, expectError, openAccount, sender, type Json } from './support/account.ts'
import { json, type Extras } from '../support/wire.ts'

const right = aSend('a@x.org')
const injected = 'x\r\nBcc: victim@x.org'

const withOptions = (headers: Json): Extras => ({ body: aSend('a@x.org', {}, { headers }) })

/** Each of these is refused with the given status and a one-sentence error, and nothing is stored. */
const sends: [string, Extras, number, RegExp?][] = [
  ['malformed JSON', { raw: '{"to":[' }, 400],
  ['JSON and more', { raw: `${JSON.stringify(right)} x` }, 400],
  ['single quotes', { raw: "{'to':[]}" }, 400],
  ['a comma too many', { raw: '{"to":[],}' }, 400],
  ['NaN', { raw: '{"to":NaN}' }, 400],
  ['bytes that are no UTF-8', { raw: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) }, 400],
  ['UTF-16', { raw: Buffer.from(JSON.stringify(right), 'utf16le') }, 400],
  ['a hundred thousand brackets', { raw: '['.repeat(100_000) }, 400],
  ['an empty body', { raw: '' }, 400],
  ['a text', { body: 'text' }, 400, /body must be an object/],
  ['a number', { body: 7 }, 400],
  ['null', { body: null }, 400],
  ['a list', { body: [right] }, 400, /body must be an object/],
  ['text/plain', { body: right, headers: { 'Content-Type': 'text/plain' } }, 415],
  ['a form', { raw: 'to=a@x.org', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }, 415],
  ['another charset', { body: right, headers: { 'Content-Type': 'application/json; charset=iso-8859-1' } }, 415],
  ['a packed body', { body: right, headers: { 'Content-Encoding': 'gzip' } }, 415],
  ['no to', { body: { msg: right['msg'] } }, 400, /^to is required/],
  ['to null', { body: { ...right, to: null } }, 400],
  ['to empty', { body: { ...right, to: [] } }, 400, /at least one recipient/],
  ['to as an object', { body: { ...right, to: { address: 'a@x.org' } } }, 400],
  ['to as a text', { body: { ...right, to: 'a@x.org' } }, 400, /^to must be a list/],
  ['to with null', { body: { ...right, to: [null] } }, 400],
  ['to with a number', { body: { ...right, to: [5] } }, 400],
  ['to without an address', { body: { ...right, to: [{ personalName: 'A' }] } }, 400, /^to\[0\]\.address is required/],
  [
    'one of to wrong',
    { body: { ...right, to: [{ address: 'a@x.org' }, { address: 'b' }] } },
    400,
    /^to\[1\]\.address is not an email address: "b"/,
  ],
  ['an address as a number', { body: { ...right, to: [{ address: 5 }] } }, 400],
  ['a name as a number', { body: { ...right, to: [{ address: 'a@x.org', personalName: 5 }] } }, 400],
  [
    '100,000 recipients',
    { body: aSend(Array.from({ length: 100_000 }, (_, at) => `r${at}@x.org`)) },
    400,
    /has 100000 recipients/,
  ],
  ['no msg', { body: { to: right['to'] } }, 400, /^msg is required/],
  ['msg null', { body: { ...right, msg: null } }, 400],
  ['msg empty', { body: { ...right, msg: {} } }, 400],
  ['msg `[]`', { body: { ...right, msg: [] } }, 400],
  ['msg as a text', { body: { ...right, msg: 'hello' } }, 400, /^msg must be an object/],
  ['nothing to say', { body: aSend('a@x.org', { text: '' }) }, 400, /msg\.text, msg\.html or an attachment/],
  ['no sender', { body: aSend('a@x.org', { from: null }) }, 400, /^msg\.from is required/],
  ['a sender that is none', { body: aSend('a@x.org', { from: { address: 'shop' } }) }, 400],
  ['a reply-to that is none', { body: aSend('a@x.org', { replyTo: { address: 'shop' } }) }, 400],
  ['the subject as a number', { body: aSend('a@x.org', { subject: 5 }) }, 400, /subject/],
  ['the text as a list', { body: aSend('a@x.org', { text: ['a'] }) }, 400],
  ['the html as an object', { body: aSend('a@x.org', { html: {} }) }, 400],
  ['headers as a text', { body: aSend('a@x.org', {}, { headers: 'x' }) }, 400],
  ['headers as a list', { body: aSend('a@x.org', {}, { headers: ['x'] }) }, 400],
  ['apiKey as a number', { body: aSend('a@x.org', {}, { apiKey: 5 }) }, 400],
  ['a line break in the subject', { body: aSend('a@x.org', { subject: injected }) }, 400, /^msg\.subject must not/],
  ['a bare line feed in the subject', { body: aSend('a@x.org', { subject: 'x\nBcc: v@x.org' }) }, 400],
  ['a bare return in the subject', { body: aSend('a@x.org', { subject: 'x\rBcc: v@x.org' }) }, 400],
  [
    'a line break in a name',
    { body: { ...right, to: [{ address: 'a@x.org', personalName: injected }] } },
    400,
    /personalName must/,
  ],
  [
    'a line break in the sender',
    { body: aSend('a@x.org', { from: { address: sender, personalName: injected } }) },
    400,
  ],
  [
    'a line break in reply-to',
    { body: aSend('a@x.org', { replyTo: { address: sender, personalName: injected } }) },
    400,
  ],
  ['a line break in an address', { body: aSend('a@x.org\r\nBcc: v@x.org') }, 400, /not an email address/],
  [
    'a line break in a header',
    { body: aSend('a@x.org', {}, { headers: { 'X-Own': injected } }) },
    400,
    /X-Own must not/,
  ],
  [
    'a line break in a header name',
    { body: aSend('a@x.org', {}, { headers: { 'X-Own: 1\r\nBcc': 'v@x.org' } }) },
    400,
    /not a header name/,
  ],
  ['a tag with a line break', { body: aSend('a@x.org', {}, { headers: { 'X-SVC-TAGS': [injected] } }) }, 400],
  [
    'a line break in the subject of one recipient',
    withOptions({ 'X-SVC-SUB': [{ email: 'a@x.org', values: { subject: injected } }] }),
    400,
    /subject must not contain a line break/,
  ],
  ['metadata inside metadata', withOptions({ 'X-SVC-META': { a: { b: 1 } } }), 400, /"a" must be a string/],
  ['values as an object', withOptions({ 'X-SVC-SUB': {} }), 400, /X-SVC-SUB must be a list/],
  ['values of nobody', withOptions({ 'X-SVC-SUB': [{}] }), 400, /X-SVC-SUB\[0\]\.email is required/],
]

test.each(sends)('a send with %s', async (_, extras, status, sentence = /./) => {
  const account = await openAccount()
  const before = await account.stored()
  const headers = { 'Content-Type': 'application/json', ...extras.headers }
  const answer = await account.call('POST', '/messages/send', { ...extras, headers })
  expectError(answer, status)
  expect(json(answer)).toMatchObject({
    error: expect.stringMatching(sentence) as string,
    code: status === 415 ? 'unsupported-media-type' : 'invalid-request',
  })
  expect(await account.stored()).toEqual(before)
})

test.each([
  '',
  ' ',
  'a',
  '@',
  'a@',
  '@x.org',
  'a@@x.org',
  'a@x',
  'a b@x.org',
  'a@x y.org',
  'a@x..org',
  'a@.org',
  'a@x.org.',
  'a@x.org, b@x.org',
  'a@x.org;b@x.org',
  'Ada <a@x.org>',
  '<a@x.org>',
  '.a@x.org',
  'a..b@x.org',
  'a@-x.org',
  'a\0@x.org',
  `${'a'.repeat(65)}@x.org`,
  `a@${'b'.repeat(64)}.org`,
  `a@${'bbb.'.repeat(70)}org`,
  'a@x_y.org',
  'a@1.2.3.4:25',
])('%j is not an address', async (address) => {
  const account = await openAccount()
  const answer = await account.call('POST', '/messages/send', { body: aSend(address) })
  expectError(answer, 400)
  expect(json(answer)).toMatchObject({ error: expect.stringMatching(/not an email address|is required/) as string })
  expectError(await account.call('POST', '/messages/send', { body: aSend('a@x.org', { from: { address } }) }), 400)
  expect((await account.page()).total).toBe(0)
})

test('a body of 60 MB gets 413, and the next send is accepted', async () => {
  const account = await openAccount()
  const content = 'QUFB'.repeat(20 * 1_048_576)
  const attachments = [{ contentType: 'application/pdf', filename: 'a.pdf', content }]
  const refused = await account.call('POST', '/messages/send', { body: aSend('a@x.org', { attachments }) })
  expectError(refused, 413)
  expect(json(refused)).toMatchObject({ code: 'too-large' })
  await account.send('b@x.org')
  expect((await account.page()).total).toBe(1)
})

test('an announced body that never arrives stores nothing', async () => {
  const account = await openAccount()
  const { hostname, port, pathname } = new URL(account.sandbox.url)
  const { user, key } = account.sandbox.credentials
  const text = JSON.stringify(right)
  await new Promise<void>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      const lines = [`POST ${pathname}/messages/send HTTP/1.1`, `Host: ${hostname}`, `X-Service-ApiUser: ${user}`]
      lines.push(`X-Service-ApiKey: ${key}`, 'Content-Type: application/json', `Content-Length: ${text.length + 1}`)
      socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`)
    })
    socket.resume()
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })
  expect((await account.page()).total).toBe(0)
})
