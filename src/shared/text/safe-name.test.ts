import { expect, test } from 'vitest'
import { endingOf, safeName } from './safe-name.ts'

test.each([
  ['Bericht 2026.pdf', 'Bericht 2026.pdf'],
  ['../../etc/passwd', '-..-etc-passwd'],
  ['C:\\Windows\\a.txt', 'C--Windows-a.txt'],
  ['  .hidden ', 'hidden'],
  ['nul.txt', '_nul.txt'],
  ['COM1', '_COM1'],
  ['console.txt', 'console.txt'],
  ['tool.exe...', 'tool.exe..-'],
  ['invoice\u202Efdp.exe', 'invoice-fdp.exe'],
  ['a\nb\0c', 'a-b-c'],
  [' . ', ''],
])('%j becomes %j', (text, name) => {
  expect(safeName(text)).toBe(name)
})

test('a long name keeps its ending and whole characters, and fits every file system', () => {
  const name = safeName(`${'👩‍💻 Müller '.repeat(60)}.pdf`)
  expect(name).toMatch(/\.pdf$/)
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(180)
  expect(name.isWellFormed()).toBe(true)
})

test('the ending is what follows the last dot', () => {
  expect(['a.tar.GZ', 'README', '.profile', 'a.'].map(endingOf)).toEqual(['gz', '', '', ''])
})
