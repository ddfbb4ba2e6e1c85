import { expect, test } from 'vitest'
import { parseWithLargeParts } from './large-parts.ts'

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
  expect(parseWithLargeParts(Buffer.from(body))?.value).toEqual(expected)
  expect(parseWithLargeParts(Buffer.from(JSON.stringify(send, null, 2)))?.value).toEqual(expected)
})

test('large texts are read as JSON reads them, with each of its escapes', () => {
  const text = 'Grüße – 😀 "a" \\ / \b\f\n\r\t\0 \u2028 й'.repeat(10_000)
  const escaped = Array.from(text, (letter) =>
    Array.from({ length: letter.length }, (_, at) => `\\u${letter.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
      '',
    ),
  ).join('')
  const bodies = [JSON.stringify({ msg: { text, html: text } }), `{"msg":{"text":"${escaped}","html":"${escaped}\\/"}}`]
  for (const body of bodies) expect(parseWithLargeParts(Buffer.from(body))?.value).toEqual(JSON.parse(body))
})

test.each([
  ['no large part', JSON.stringify({ msg: { attachments: [{ content: 'AAAA' }], note: 'x'.repeat(300_000) } })],
  ['half of a letter in a text', `{"msg":{"text":"${'x'.repeat(300_000)}\\ud83d"}}`],
  ['a line break in a text', `{"msg":{"text":"${'x'.repeat(300_000)}\n"}}`],
  ['an unknown escape in a text', `{"msg":{"text":"${'x'.repeat(300_000)}\\x"}}`],
  ['an unfinished escape in a text', `{"msg":{"text":"${'x'.repeat(300_000)}\\u00e"}}`],
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
  expect(parseWithLargeParts(Buffer.from(body))).toBeUndefined()
})
