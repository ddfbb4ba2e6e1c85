import { expect, test } from 'vitest'
import { parseWithLargeFiles } from './large-files.ts'

const letters = Buffer.alloc(300_001, 'A file of the shop, ').toString('base64')
const other = Buffer.alloc(900_000, 7).toString('base64')

const sends: [string, unknown][] = [
  ['one', { msg: { attachments: [{ filename: 'a', content: letters }] } }],
  [
    'an image and two files',
    { msg: { images: [{ content: other }], attachments: [{ content: letters }, { content: '' }, { content: other }] } },
  ],
  [
    'one after quotes and backslashes',
    { to: ['"\\', '\\\\"', 'é\\'], msg: { text: '"content":"\\', attachments: [{ content: letters }] } },
  ],
]

test.each(sends)('a body with large files is parsed as JSON is, and its files are decoded: %s', (_, send) => {
  const body = JSON.stringify(send)
  const expected = JSON.parse(body, function (this: unknown, key, value: unknown) {
    return key === 'content' && String(value).length > 300_000 ? Buffer.from(String(value), 'base64') : value
  }) as unknown
  expect(parseWithLargeFiles(Buffer.from(body))?.value).toEqual(expected)
  expect(parseWithLargeFiles(Buffer.from(JSON.stringify(send, null, 2)))?.value).toEqual(expected)
})

test.each([
  ['no large file', JSON.stringify({ msg: { attachments: [{ content: 'AAAA' }], text: 'x'.repeat(300_000) } })],
  [
    'a large text of another place',
    JSON.stringify({ msg: { attachments: [{ content: letters }] }, meta: { content: other } }),
  ],
  ['a name as large', `{"msg":{"attachments":[{"content":{"${letters}":1}}]}}`],
  [
    'letters that are no base64',
    JSON.stringify({ msg: { attachments: [{ content: `${letters.slice(0, -4)}AA=A` }] } }),
  ],
  ['a line break in its letters', JSON.stringify({ msg: { attachments: [{ content: `${letters}\n` }] } })],
  ['a member twice', `{"msg":{"attachments":[{"content":"${letters}","content":"${letters}"}]}}`],
  ['broken JSON', `{"msg":{"attachments":[{"content":"${letters}"}]`],
  ['a text without an end', `{"msg":{"attachments":[{"content":"${letters}`],
  ['no object', `[{"content":"${letters}"}]`],
])('a body with %s is left to JSON', (_, body) => {
  expect(parseWithLargeFiles(Buffer.from(body))).toBeUndefined()
})
