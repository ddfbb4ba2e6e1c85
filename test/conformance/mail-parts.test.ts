import { expect, test } from 'vitest'
import { aSend, expectError, openAccount, type Json } from './support/account.ts'
import { json } from '../support/wire.ts'

const bytes = Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 7) % 256))
const content = bytes.toString('base64')

test('attachments arrive byte for byte, with their name and type', async () => {
  const account = await openAccount({ strict: true })
  const attachments = [
    { contentType: 'application/pdf', filename: 'Rechnung März.pdf', content },
    { contentType: 'text/csv; charset=utf-8', filename: 'a.csv', content: Buffer.from('ä,b\r\n').toString('base64') },
    { contentType: 'application/octet-stream', filename: 'empty.bin', content: '' },
    { contentType: 'text/plain', filename: '../../etc/passwd', content: '' },
  ]
  await account.send('a@x.org', { attachments })
  const { id, attachments: found } = await account.received('a@x.org')
  expect(found.map(({ filename, size }) => [filename, size])).toEqual([
    ['Rechnung März.pdf', 3000],
    ['a.csv', 6],
    ['empty.bin', 0],
    ['../../etc/passwd', 0],
  ])
  expect(found[0]!.contentType).toBe('application/pdf')
  expect((await account.sandbox.control.attachment(id, 0))!.bytes.equals(bytes)).toBe(true)
})

test('an inline image is found by its file name as content id', async () => {
  const account = await openAccount({ strict: true })
  const images = [{ contentType: 'image/png', filename: 'logo.png', content }]
  await account.send('a@x.org', { html: '<p><img src="cid:logo.png"></p>', images })
  const { html, attachments } = await account.received('a@x.org')
  expect(html).toContain('cid:logo.png')
  expect(attachments).toMatchObject([{ contentId: 'logo.png', contentType: 'image/png', size: 3000 }])
})

test('contentId and type are accepted instead of filename and contentType', async () => {
  const account = await openAccount()
  const images = [{ type: 'image/gif', contentId: 'dot', content }]
  const attachments = [{ type: 'text/plain', filename: 'a.txt', content }]
  await account.send('a@x.org', { html: '<img src="cid:dot">', images, attachments })
  const found = (await account.received('a@x.org')).attachments
  expect(found.map(({ contentType }) => contentType).sort()).toEqual(['image/gif', 'text/plain'])
  expect(found.find(({ contentType }) => contentType === 'image/gif')).toMatchObject({ contentId: 'dot' })
})

test('base64 with line breaks is accepted', async () => {
  const account = await openAccount()
  const lines = content.replace(/.{76}/g, '$&\r\n')
  await account.send('a@x.org', { attachments: [{ contentType: 'text/plain', filename: 'a.bin', content: lines }] })
  expect((await account.received('a@x.org')).attachments).toMatchObject([{ size: 3000 }])
})

test.each<[string, Json, RegExp?]>([
  ['no base64', { contentType: 'text/plain', filename: 'a', content: 'not base64!' }, /\[0\]\.content is not base64/],
  ['cut base64', { contentType: 'text/plain', filename: 'a', content: 'YWJ' }, /\[0\]\.content is not base64/],
  ['padding inside', { contentType: 'text/plain', filename: 'a', content: 'YQ==YQ==' }],
  ['a data url', { contentType: 'text/plain', filename: 'a', content: 'data:text/plain;base64,YQ==' }],
  ['content as a number', { contentType: 'text/plain', filename: 'a', content: 5 }],
  ['no content', { contentType: 'text/plain', filename: 'a' }],
  ['no filename', { contentType: 'text/plain', content }, /filename is required/],
  ['a line break in the filename', { contentType: 'text/plain', filename: 'a\r\nX-Evil: 1', content }],
  ['a line break in the type', { contentType: 'text/plain\r\nX-Evil: 1', filename: 'a', content }],
  ['a type that is none', { contentType: 'nonsense', filename: 'a', content }, /not a media type/],
])('a part with %s is refused', async (_, part, sentence = /./) => {
  const account = await openAccount()
  for (const name of ['attachments', 'images']) {
    const answer = await account.call('POST', '/messages/send', { body: aSend('a@x.org', { [name]: [part] }) })
    expectError(answer, 400)
    expect(json(answer)).toMatchObject({ error: expect.stringMatching(sentence) as string })
  }
  expect((await account.page()).total).toBe(0)
})

test('parts that are not a list of objects are refused', async () => {
  const account = await openAccount()
  for (const attachments of [{}, 'x', [null], ['x'], [5]]) {
    expectError(await account.call('POST', '/messages/send', { body: aSend('a@x.org', { attachments }) }), 400)
  }
})

test('the maximum message size is a setting; larger messages get 413 and are not stored', async () => {
  const account = await openAccount({ maxMessageBytes: 20_000 })
  const part = (size: number): Json => ({
    attachments: [{ contentType: 'text/plain', filename: 'a', content: Buffer.alloc(size).toString('base64') }],
  })
  await account.send('a@x.org', part(10_000))
  for (const message of [part(21_000), { text: 'x'.repeat(21_000) }, { text: 'ü'.repeat(11_000) }, part(10_000_000)]) {
    expectError(await account.call('POST', '/messages/send', { body: aSend('b@x.org', message) }), 413)
  }
  const records = await account.records()
  expect(records).toHaveLength(1)
  expect(records[0]!.msg.size).toBeLessThanOrEqual(20_000)
})

test('no stored message exceeds the maximum size, including base64 and substitutions', async () => {
  const account = await openAccount({ maxMessageBytes: 20_000 })
  const attachment = { contentType: 'text/plain', filename: 'a', content: Buffer.alloc(18_000).toString('base64') }
  expectError(
    await account.call('POST', '/messages/send', { body: aSend('a@x.org', { attachments: [attachment] }) }),
    413,
  )
  const SUB = [{ email: 'a@x.org', values: { long: 'x'.repeat(3000) } }]
  const body = aSend('a@x.org', { text: '{{long}}'.repeat(10) }, { headers: { 'X-SVC-SUB': SUB } })
  expectError(await account.call('POST', '/messages/send', { body }), 413)
  expect((await account.page()).total).toBe(0)
})
