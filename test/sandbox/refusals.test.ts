import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { aSend } from './support/service-client.ts'
import { openSandbox } from './support/open-sandbox.ts'

const good = { address: 'a@x.org' }
const part = { contentType: 'text/plain', filename: 'a.txt', content: 'AAAA' }
const thousand = (count: number) => Array.from({ length: count }, (_, index) => ({ address: `u${index}@x.org` }))

test.each<[string, unknown, number, RegExp]>([
  ['a list for a body', [1], 400, /body must be an object/],
  ['a text for a body', 'x', 400, /body must be an object/],
  ['no to', { msg: {} }, 400, /^to is required/],
  ['to as a text', { to: 'a@x.org', msg: {} }, 400, /^to must be a list/],
  ['an empty to', { ...aSend([]) }, 400, /at least one recipient/],
  ['no msg', { to: [good] }, 400, /^msg is required/],
  ['msg as a text', { to: [good], msg: 'x' }, 400, /^msg must be an object/],
  ['no sender', { to: [good], msg: { text: 'x' } }, 400, /^msg\.from is required/],
  ['no content', aSend('a@x.org', { text: '' }), 400, /msg\.text, msg\.html or an attachment/],
  ['100,000 recipients', { ...aSend('a@x.org'), to: thousand(100_000) }, 400, /holds 100000 recipients/],
  ['no address', { ...aSend('a@x.org'), to: [{ personalName: 'A' }] }, 400, /^to\[0\]\.address is required/],
  ['a bad address', aSend(['a@x.org', 'nobody']), 400, /^to\[1\]\.address is not an email address: "nobody"/],
  ['two addresses in one', aSend('a@x.org, b@x.org'), 400, /not an email address/],
  ['an address with a line break', aSend('a@x.org\r\nBcc: b@x.org'), 400, /not an email address/],
  ['a subject with a line break', aSend('a@x.org', { subject: 'Hi\r\nBcc: b@x.org' }), 400, /^msg\.subject must not/],
  [
    'a name with a line break',
    { ...aSend('a@x.org'), to: [{ ...good, personalName: 'A\nB' }] },
    400,
    /personalName must/,
  ],
  ['a header value with a line break', aSend('a@x.org', {}, { headers: { 'X-A': 'a\r\nb' } }), 400, /X-A must not/],
  ['a header name with a line break', aSend('a@x.org', {}, { headers: { 'X-A\r\nB': 'a' } }), 400, /not a header name/],
  ['a header of ours', aSend('a@x.org', {}, { headers: { Bcc: 'b@x.org' } }), 400, /may not set Bcc/],
  ['bad base64', aSend('a@x.org', { attachments: [{ ...part, content: 'A*AA' }] }), 400, /content is not base64/],
  [
    'cut base64',
    aSend('a@x.org', { images: [{ ...part, content: 'AAAAA' }] }),
    400,
    /images\[0\]\.content is not base64/,
  ],
  [
    'a part without a name',
    aSend('a@x.org', { attachments: [{ ...part, filename: null }] }),
    400,
    /filename is required/,
  ],
  ['a bad media type', aSend('a@x.org', { attachments: [{ ...part, contentType: 'x' }] }), 400, /not a media type/],
  ['nested meta', aSend('a@x.org', {}, { headers: { 'X-SVC-META': { a: { b: 1 } } } }), 400, /"a" must be a text/],
  ['SUB as an object', aSend('a@x.org', {}, { headers: { 'X-SVC-SUB': {} } }), 400, /X-SVC-SUB must be a list/],
  ['SUB without email', aSend('a@x.org', {}, { headers: { 'X-SVC-SUB': [{}] } }), 400, /\[0\]\.email is required/],
  ['SUB subject injected', subjectOf('a\r\nb'), 400, /subject must not contain a line break/],
])('%s is refused with one sentence, and nothing is stored', async (_, body, status, sentence) => {
  const { client, sandbox } = await openSandbox()
  const answer = await client.post('/messages/send', body)
  expect(answer.status).toBe(status)
  const { error, code, message } = answer.json as Record<string, string>
  expect(error).toMatch(sentence)
  expect([error, code]).toEqual([message, 'invalid-request'])
  expect(sandbox.store.messages.count()).toBe(0)
})

function subjectOf(subject: string) {
  return aSend('a@x.org', {}, { headers: { 'X-SVC-SUB': [{ email: 'a@x.org', values: { subject } }] } })
}

test('null names, [] for maps, null fields and other spellings are accepted', async () => {
  const { client, sandbox } = await openSandbox()
  const body = {
    to: [{ address: 'a@x.org', personalName: null }],
    cc: [],
    apiKey: '',
    msg: {
      from: { address: 'a@x.org', personalName: '' },
      replyTo: null,
      subject: null,
      text: 'x',
      html: null,
      attachments: [{ type: 'text/plain', filename: '../../etc/passwd', content: 'AAAA\r\nAAAA' }],
      images: null,
    },
    headers: { 'X-SVC-META': [], 'X-SVC-SUB': [{ email: 'a@x.org', values: [] }], 'X-SVC-TAGS': null, 'X-SVC-NEW': 1 },
  }
  expect((await client.post('/messages/send', body)).json).toEqual({ status: 'success' })
  expect((await client.post('/messages/send', { ...body, headers: [] })).json).toEqual({ status: 'success' })
  expect(sandbox.store.messages.count()).toBe(2)
})

test('a message of 60 MB gets 413, announced or not, and the sandbox keeps working', async () => {
  const { client, sandbox } = await openSandbox()
  const big = Buffer.alloc(60 * 1_048_576, 0x41).toString()
  const body = aSend('a@x.org', { attachments: [{ ...part, content: big }] })
  const answer = await client.post('/messages/send', body)
  expect([answer.status, (answer.json as { code: string }).code]).toEqual([413, 'too-large'])
  const { client: small, sandbox: other } = await openSandbox({ maxMessageBytes: 10_000 })
  expect((await small.post('/messages/send', aSend('a@x.org', { text: 'x'.repeat(10_001) }))).status).toBe(413)
  expect((await small.post('/messages/send', aSend('a@x.org', { text: 'x '.repeat(3000) }))).status).toBe(200)
  expect([sandbox.store.messages.count(), other.store.messages.count()]).toEqual([0, 1])
})

test('the error in malformed JSON is stated once; a byte order mark is accepted', async () => {
  const { client } = await openSandbox()
  const post = async (raw: string) => (await client.call({ method: 'POST', path: '/messages/send', raw })).json
  const sentence = async (raw: string) => ((await post(raw)) as { error: string }).error
  const wrong = 'The request body is not valid JSON'
  expect(await sentence('hello')).toBe(`${wrong}: Unexpected token 'h', "hello".`)
  expect(await sentence('{"a":1,}')).toMatch(
    /: Expected double-quoted property name at position 7 \(line 1 column 8\)\.$/,
  )
  expect(await post(`\ufeff${JSON.stringify(aSend('a@x.org'))}`)).toEqual({ status: 'success' })
})

test('a client that writes everything before it reads learns that its message is too large', async () => {
  const { sandbox } = await openSandbox({ maxMessageBytes: 1_048_576 })
  const { hostname, port } = new URL(sandbox.url)
  const { user, key } = sandbox.credentials
  const body = Buffer.alloc(12 * 1_048_576, 0x20)
  const head = [
    'POST /v1/messages/send HTTP/1.1',
    `Host: ${hostname}:${port}`,
    'Content-Type: application/json',
    `X-Service-ApiUser: ${user}`,
    `X-Service-ApiKey: ${key}`,
    `Content-Length: ${body.length}`,
    '',
    '',
  ].join('\r\n')
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }).pause()
    let text = ''
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.on('end', () => resolve(text))
    socket.write(head)
    socket.write(body, () => socket.resume())
  })
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(answer).toContain('"error":"The message is larger than 1 MB."')
  expect(sandbox.control.requests()[0]).toMatchObject({ status: 413, requestBytes: body.length })
})

test.each<[string, object, number]>([
  ['garbage', { dateBegin: 'yesterday' }, 400],
  ['31 February', { dateBegin: '2026-02-31T00:00:00' }, 400],
  ['a fraction', { dateEnd: 1.5 }, 400],
  ['a negative', { dateEnd: -1 }, 400],
  ['a list', { dateEnd: [] }, 400],
  ['end before begin', { dateBegin: 2000, dateEnd: 1000 }, 400],
  ['page 0', { page: 0 }, 400],
  ['page -1', { page: -1 }, 400],
  ['page 1.5', { page: 1.5 }, 400],
  ['pageSize 0', { pageSize: 0 }, 400],
  ['pageSize 10^6', { pageSize: 1e6 }, 400],
  ['tags as a number', { tags: 5 }, 400],
  ['page 10^9', { page: 1e9 }, 200],
  ['numeric texts', { page: '1', pageSize: '5', dateBegin: '0' }, 200],
])('messages with %s', async (_, filter, status) => {
  const { client } = await openSandbox()
  expect((await client.post('/statistics/messages', filter)).status).toBe(status)
})

test('unknown file type, id, path, method and content type have their own status', async () => {
  const { client } = await openSandbox()
  const status = async (method: string, path: string, more: object = {}): Promise<number> =>
    (await client.call({ method, path, ...more })).status
  expect(await status('POST', '/export/pdf', { body: {} })).toBe(400)
  expect(await status('GET', '/statistics/message/nope')).toBe(404)
  expect(await status('GET', '/statistics/message/..%2F..%2Fetc%2Fpasswd')).toBe(404)
  expect(await status('GET', '/statistics/message/%zz')).toBe(404)
  expect(await status('GET', '/statistics/../../etc/passwd')).toBe(404)
  expect(await status('GET', '/users/nobody')).toBe(404)
  expect(await status('PUT', '/settings/templates/nope', { body: {} })).toBe(404)
  expect(await status('GET', '/nothing/here')).toBe(404)
  expect(await status('GET', '/statistics/recipient/nobody')).toBe(400)
  const wrong = await client.call({ method: 'DELETE', path: '/messages/send' })
  expect([wrong.status, wrong.headers.allow]).toEqual([405, 'POST'])
  const raw = '{"to":[]}'
  expect(await status('POST', '/messages/send', { raw, headers: { 'Content-Type': 'text/plain' } })).toBe(415)
  expect(await status('POST', '/messages/send', { raw: '{bad' })).toBe(400)
  expect(await status('POST', '/messages/send', { raw: Buffer.from([0x22, 0xff, 0x22]) })).toBe(400)
  expect(await status('POST', '/messages/send', { raw: '['.repeat(100_000) })).toBe(400)
})
