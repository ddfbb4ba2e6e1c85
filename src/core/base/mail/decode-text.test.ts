import { expect, test } from 'vitest'
import { decodeHtml } from './decode-text.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')

test.each([
  ['UTF-8', Buffer.from('<p>Grüße €'), '<p>Grüße €'],
  ['UTF-8 under the name of another charset', Buffer.from('<meta charset=latin1>ü'), '<meta charset=latin1>ü'],
  ['a named charset', latin("<META http-equiv=x content='text/html; charset=iso-8859-1'>ü"), /ü$/],
  ['UTF-16, the large byte first', Buffer.from('\uFEFFHi', 'utf16le').swap16(), 'Hi'],
])('%s is read', (_, bytes, text) => {
  expect(decodeHtml(bytes)).toMatch(text)
})

test.each([
  ['without a name', latin('<p>ü')],
  ['under a name that nobody knows', latin('<meta charset="x-none">ü')],
  ['under the name of UTF-8', latin('<meta charset="utf-8">ü')],
])('bytes that are not UTF-8 are refused %s', (_, bytes) => {
  expect(decodeHtml(bytes)).toBeNull()
})
