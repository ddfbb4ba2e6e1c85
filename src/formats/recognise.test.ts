import { expect, test } from 'vitest'
import { recogniseFile } from './recognise.ts'

test.each([
  ['text', 'Id,Email,Subject\r\n1,a@x.example,a bell \u0007 and a colour \u001b[31m\r\n'],
  [
    'text',
    `Id,Subject\r\n1,${'\u0001'.repeat(8)} and so on, which makes a line of a length that lines have\r\n2,x\r\n`,
  ],
  ['foreign', 'Id,Subject\r\n1,a NUL \0 is in no text\r\n'],
  ['foreign', '\u0001\u0002\u0003\u0004 binary \u0005\u0006'],
])('recognises %s by %j at the beginning', (kind, head) => {
  expect(recogniseFile(Buffer.from(head)).kind).toBe(kind)
})
