import { connect } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { day, openAccount, type Account, type Json } from './support/account.ts'

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Writes the bytes to the sandbox and returns its response once it closes the connection. */
async function answerTo(account: Account, bytes: string | Buffer): Promise<{ status: number; body: Json }> {
  const socket = connect(Number(new URL(account.sandbox.url).port), '127.0.0.1')
  socket.end(bytes)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'close')
  const text = Buffer.concat(chunks).toString()
  return { status: Number(text.split(' ')[1]), body: JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as Json }
}

test('the content id of an image is the one in its HTML, and its file name is kept', async () => {
  const account = await openAccount()
  const image = { contentType: 'image/gif', content: pixel.toString('base64'), filename: 'logo.gif' }
  const html = '<img src="cid:logo@shop"> <img src="cid:plain.gif">'
  const images = [
    { ...image, contentId: '<logo@shop>' },
    { ...image, filename: 'plain.gif', contentId: null },
  ]
  await account.send('a@x.org', { html, images })
  const { attachments } = await account.received('a@x.org')
  expect(attachments.map(({ contentId, filename }) => [contentId, filename])).toEqual([
    ['logo@shop', 'logo.gif'],
    ['plain.gif', 'plain.gif'],
  ])
})

const template = {
  description: 'Order',
  from: { address: 'template@sender.example', personalName: 'Template' },
  subject: 'From the template',
  htmlContent: '<p>Template</p>',
  textContent: '',
}

test.each<[string, Json, Json]>([
  ['a sender of nulls is none', { from: { address: null, personalName: null } }, { from: 'template@sender.example' }],
  ['its own sender wins', { from: { address: 'own@sender.example' } }, { from: 'own@sender.example' }],
  ['the subject of the template wins', { subject: 'Own' }, { subject: 'From the template' }],
  ['the message fills what the template leaves empty', { text: 'Own text' }, { text: 'Own text' }],
])('with a template, %s', async (_name, msg, expected) => {
  const account = await openAccount()
  await account.post('/settings/templates', template)
  const body = { to: [{ address: 'a@x.org', personalName: null }], msg, headers: { 'X-SVC-TEMPLATE': 'order' } }
  expect(await account.post('/messages/send', body)).toEqual({ status: 'success' })
  const { from, subject } = (await account.record('a@x.org')).msg
  const { text, html } = await account.received('a@x.org')
  expect(html).toContain('<p>Template</p>')
  expect({ from, subject, text: text.trim() }).toMatchObject(expected)
})

test('options as JSON text, numbers and flags are accepted', async () => {
  const account = await openAccount()
  const headers = {
    'X-SVC-TAGS': '["a","b"]',
    'X-SVC-META': '{"order":7}',
    'X-SVC-SUB': '[{"email":"A@x.org","values":{"name":"Ada"},"subject":"For {{name}}","meta":{"own":1}}]',
    'X-SVC-TRACKING': '{"html":{"open":null,"click":"0","text":{"click":1}}}',
    'X-SVC-IPPOOL': 3,
    'X-SVC-BULK': '0',
  }
  await account.send(
    'a@x.org',
    { text: 'https://shop.example/x', html: '<a href="https://shop.example/x">x</a>' },
    { headers },
  )
  const record = await account.record('a@x.org')
  expect(record).toMatchObject({ tags: ['a', 'b'], meta: { order: 7, own: 1 }, msg: { subject: 'For Ada' } })
  const { html, text } = await account.received('a@x.org')
  expect(html).toContain('<a href="https://shop.example/x">')
  expect(text).not.toContain('https://shop.example/x')
})

test.each<[unknown, string[]]>([
  ['[draft] order', ['[draft] order']],
  ['order', ['order']],
  [7, ['7']],
  [
    [7, true, 'x'],
    ['7', 'true', 'x'],
  ],
  ['[7,"x"]', ['7', 'x']],
])('TAGS of %j are %j', async (TAGS, tags) => {
  const account = await openAccount()
  await account.send('a@x.org', {}, { headers: { 'X-SVC-TAGS': TAGS } })
  expect((await account.record('a@x.org')).tags).toEqual(tags)
})

test('a message detail has the additional fields that clients read, with dates as text', async () => {
  const account = await openAccount()
  await account.send('a@x.org', {}, { headers: { 'X-SVC-TAGS': ['order'], 'X-SVC-META': { n: 1 } } })
  await account.pass(day)
  const { id, apiKey, createdDate } = await account.record('a@x.org')
  const seconds = String(Math.floor(Date.parse(createdDate.replace('+0000', 'Z')) / 1000))
  expect(await account.get(`/statistics/message/${id}`)).toMatchObject({
    id,
    messageId: id,
    apiKey,
    createdDate: seconds,
    lastStateDate: String(Number(seconds) + 1),
    lastState: 'delivered',
    tags: ['order'],
    meta: { n: 1 },
  })
})

test('path parts are read raw: other letters, signs, and a slash in an address at the end of the path', async () => {
  const account = await openAccount()
  const { user, key } = account.sandbox.credentials
  for (const address of ['böb@x.org', 'a/b@x.org', "o'hara+x&y=1%@x.org", 'a/b/c@x.org']) {
    await account.send(address)
    const head = `Host: 127.0.0.1\r\nX-Service-ApiUser: ${user}\r\nX-Service-ApiKey: ${key}\r\nConnection: close\r\n\r\n`
    const answer = await answerTo(account, `GET /v1/statistics/recipient/${address} HTTP/1.1\r\n${head}`)
    expect([address, answer]).toEqual([
      address,
      { status: 200, body: expect.objectContaining({ requested: 1 }) as Json },
    ])
  }
  expect(await account.status('DELETE', '/statistics/recipient/a/b@x.org')).toBe(405)
  expect(await account.status('GET', '/statistics/nothing/a/b@x.org')).toBe(404)
})

test.each<[string, number, { method: string; path: string }]>([
  ['GET /v1/users/a b HTTP/1.1\r\nHost: x\r\n\r\n', 400, { method: 'GET', path: '/v1/users/a b' }],
  ['POST /v1/messages/send HTTP/1.1\r\nno colon\r\n\r\n', 400, { method: 'POST', path: '/v1/messages/send' }],
  [`GET /v1/users HTTP/1.1\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431, { method: 'GET', path: '/v1/users' }],
  ['\x00\x03\x01\x02\x00', 400, { method: '?', path: '�����' }],
])(
  'requests that the HTTP parser refuses get the error body and a line in the log: %j',
  async (bytes, status, logged) => {
    const account = await openAccount()
    account.sandbox.control.clearRequests()
    const answer = await answerTo(account, bytes)
    expect(answer).toEqual({
      status,
      body: { error: expect.any(String) as string, code: expect.any(String) as string, message: answer.body['error'] },
    })
    expect(account.sandbox.control.requests()).toMatchObject([{ ...logged, status }])
  },
)
