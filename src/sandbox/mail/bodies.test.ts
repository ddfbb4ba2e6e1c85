import { expect, test } from 'vitest'
import { changedBodies, type Body, type BodyChanges } from './bodies.ts'
import { LongText, withCrlf } from './long-text.ts'

const changes: BodyChanges = {
  hasTextVersion: true,
  unsubscribeUrl: 'http://127.0.0.1/t/u/1',
  pixel: 'http://127.0.0.1/t/o/1',
  htmlLink: (link) => `http://127.0.0.1/t/c/${link.length}`,
  textLink: (link) => `<${link.length}>`,
}
const whole = (body: Body): string => (typeof body === 'string' ? body : Array.from(body).join(''))
const page = '<p>Words &amp; more, 😀 https://x.org/a, <a href="https://x.org/b">b</a></p>\r\n'
const text = 'Words, 😀 https://x.org/a, https://x.org/b.\n'
/** The number of repetitions that makes a body large. */
const copies = 100_000
const mark = '<p>MARK</p>\r\n'

test.each([
  ['without an end', '', ''],
  ['with an end', '<body>', '</body></html>'],
  ['with an end that a link quotes', '</BODY>', '<a href="https://x.org/</body>">c</a>'],
  ['with an end before a link', '<body>', '</body><a href="https://x.org/d">d</a>'],
])('a large page is changed as its parts are: %s', (_, start, end) => {
  const around = whole(changedBodies('', `${start}${mark}${end}`, changes).html)
  const part = whole(changedBodies('', page, { ...changes, pixel: undefined, unsubscribeUrl: undefined }).html)
  const large = whole(changedBodies('', `${start}${mark}${page.repeat(copies)}${end}`, changes).html)
  expect(large === around.replace(mark, mark + part.repeat(copies))).toBe(true)
})

test('a large text is changed as its parts are, and a large page has a text', () => {
  const part = whole(changedBodies(text, '', { ...changes, unsubscribeUrl: undefined }).text)
  const footer = whole(changedBodies('x', '', changes).text).slice(1)
  expect(whole(changedBodies(text.repeat(copies), '', changes).text) === part.repeat(copies) + footer).toBe(true)
  const line = 'Words & more, 😀 <15>, b'
  const version = whole(changedBodies('', page.repeat(copies), changes).text)
  expect(version === `${`${line}\n\n`.repeat(copies).trimEnd()}${footer}`).toBe(true)
  expect(changedBodies('', '<br>'.repeat(2_000_000), changes).text).toBe('')
})

test('a long text is cut neither in a letter nor in a line break', () => {
  for (const piece of ['😀', 'a😀', '\r\n', 'a\r\n', '\r', '\n', '–\r']) {
    const long = piece.repeat(200_000)
    const bytes = Array.from(new LongText([long, long.slice(0, 7), long]).bytes(), (one) => Buffer.from(one))
    expect(Buffer.concat(bytes).equals(Buffer.from(withCrlf(long + long.slice(0, 7) + long)))).toBe(true)
  }
})
