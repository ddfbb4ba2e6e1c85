import { expect, test } from 'vitest'
import { invoice, json, startPair } from '#test/support/api-client.ts'

const bytes = async function* (...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part)
}

test('is written with the account’s prefix, its mark, and attachments encoded while they are read', async () => {
  const { server, client } = await startPair((_seen, response) => json(response, { status: 'success' }), {
    profileChanges: { keyPrefix: 'X-Other-' },
  })
  const { sendId } = await client.messages.send({
    ...invoice,
    html: '<img src="cid:logo.png">',
    replyTo: { address: 'r@x.org', personalName: null },
    images: [{ contentType: 'image/png', filename: 'logo.png', content: { base64: 'AAEC' } }],
    attachments: [
      { contentType: 'text/plain', filename: 'a "1".txt', content: { bytes: bytes('a', 'bcdef', 'gh'), size: 8 } },
      { contentType: 'text/plain', filename: 'b.txt', content: { bytes: bytes('xyz'), size: null } },
    ],
    options: {
      tags: ['invoice'],
      meta: { order: 7 },
      bulk: true,
      tracking: { html: { open: false, click: true } },
      analytics: { enable: true, source: 'shop' },
      substitutions: [{ email: 'a@example.org', values: { name: 'Ada' }, subject: 'Hi', meta: { vip: 1 } }],
    },
  })
  expect(server.seen[0]?.headers['transfer-encoding']).toBe('chunked')
  expect(JSON.parse(server.seen[0]?.body ?? '')).toEqual({
    to: [{ address: 'a@example.org', personalName: 'Ada' }],
    msg: {
      from: { address: 'shop@example.com' },
      replyTo: { address: 'r@x.org' },
      subject: 'Invoice',
      text: 'Hello',
      html: '<img src="cid:logo.png">',
      images: [{ contentType: 'image/png', filename: 'logo.png', content: 'AAEC' }],
      attachments: [
        { contentType: 'text/plain', filename: 'a "1".txt', content: Buffer.from('abcdefgh').toString('base64') },
        { contentType: 'text/plain', filename: 'b.txt', content: Buffer.from('xyz').toString('base64') },
      ],
    },
    headers: {
      'X-Other-TAGS': ['invoice'],
      'X-Other-META': { order: 7, mailroom_send: sendId },
      'X-Other-BULK': 1,
      'X-Other-TRACKING': { html: { open: 0, click: 1 } },
      'X-Other-ANALYTICS': { enable: 1, utm_source: 'shop' },
      'X-Other-SUB': [
        {
          email: 'a@example.org',
          values: { name: 'Ada', subject: 'Hi', meta: { vip: 1, mailroom_send: sendId } },
        },
      ],
    },
  })
})

test('has header lines beside the options, and images named by their content ids', async () => {
  const { server, client } = await startPair((_seen, response) => json(response, { status: 'success' }))
  const { sendId } = await client.messages.send({
    ...invoice,
    html: '<img src="cid:logo-1">',
    images: [{ contentType: 'image/png', filename: 'my logo.png', contentId: 'logo-1', content: { base64: 'AAEC' } }],
    headers: { 'List-Unsubscribe': '<https://x.example/u>', 'X-Odd': 'a\r\nBcc: eve@x.org', 'x-svc-bulk': '1' },
    options: { bulk: false },
  })
  const body = JSON.parse(server.seen[0]?.body ?? '') as { msg: { images: unknown }; headers: unknown }
  expect(body.msg.images).toEqual([{ contentType: 'image/png', filename: 'logo-1', content: 'AAEC' }])
  expect(body.headers).toEqual({
    'List-Unsubscribe': '<https://x.example/u>',
    'X-Odd': 'a Bcc: eve@x.org',
    'X-SVC-BULK': 0,
    'X-SVC-META': { mailroom_send: sendId },
  })
})

test('carries no mark if the account does not want one, and its length if that is known', async () => {
  const { server, client } = await startPair((_seen, response) => json(response, { status: 'success' }), {
    profileChanges: { correlateSends: false },
  })
  const attachments = [{ contentType: 'a/b', filename: 'f', content: { bytes: bytes('abcd'), size: 4 } }]
  expect(await client.messages.send({ ...invoice, attachments })).toMatchObject({ sendId: null })
  expect(server.seen[0]?.headers['content-length']).toBe(String(Buffer.byteLength(server.seen[0]?.body ?? '')))
  expect(JSON.parse(server.seen[0]?.body ?? '')).not.toHaveProperty('headers')
})

test.each([
  [
    'breaks off',
    async function* () {
      yield Buffer.from('a')
      throw new Error('disk gone')
    },
    10,
  ],
  ['shrank', () => bytes('abc'), 10],
  ['grew', () => bytes('abcdefghijklmn'), 3],
])('an attachment that %s means that nothing was sent', async (_what, content, size) => {
  const { client } = await startPair((_seen, response) => json(response, { status: 'success' }))
  const attachments = [{ contentType: 'a/b', filename: 'f', content: { bytes: content(), size } }]
  await expect(client.messages.send({ ...invoice, attachments })).rejects.toMatchObject({
    code: 'attachment-unreadable',
  })
})
