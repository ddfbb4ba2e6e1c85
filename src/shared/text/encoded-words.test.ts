import { expect, test } from 'vitest'
import { encodedWords, readableHeader } from './encoded-words.ts'

test.each(['=?utf-8?q?a?=', ' a ', 'a_b?c=d', `${'ü😀 '.repeat(40)}`])('%j is read as it was given', (text) => {
  const words = encodedWords(text).split(' ')
  expect(words.every((word) => word.length <= 75)).toBe(true)
  const bytes = words.map((word) => word.slice('=?UTF-8?Q?'.length, -2).replaceAll('_', ' ').replaceAll('=', '%'))
  expect(bytes.map((part) => decodeURIComponent(part)).join('')).toBe(text)
})

test('a header line is encoded where a reader would see something else, and left alone elsewhere', () => {
  expect(readableHeader('Subject', 'Hello', 'Hello')).toBe('Hello')
  expect(readableHeader('Subject', '=?utf-8?q?a?=', '=?utf-8?q?a?=')).toBe('=?UTF-8?Q?=3D=3Futf-8=3Fq=3Fa=3F=3D?=')
  expect(readableHeader('To', {}, '"=?utf-8?q?a?=" <a@x.example>')).toBe(
    '=?UTF-8?Q?=3D=3Futf-8=3Fq=3Fa=3F=3D?= <a@x.example>',
  )
  expect(readableHeader('To', {}, '"a, b" <a@x.example>')).toBe('"a, b" <a@x.example>')
  expect(readableHeader('To', {}, '"=?a"@x.example')).toBe('"=?a"@x.example')
  expect(readableHeader('X-Line', '=?a', '=?a')).toBe('=?a')
})
