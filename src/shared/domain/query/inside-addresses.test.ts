import { expect, it } from 'vitest'
import { insideAddresses } from './inside-addresses.ts'

it.each([
  ['lefevre', 'to:*lefevre* -lefevre', 'lefevre OR to:*lefevre*'],
  ['to:lefevre', 'to:*lefevre* -to:lefevre', 'to:*lefevre*'],
  ['Lefèvre state:bounced', 'state:bounced to:*Lefèvre* -Lefèvre', 'state:bounced (Lefèvre OR to:*Lefèvre*)'],
])('%s leaves out what %s finds', (text, more, both) => {
  expect(insideAddresses(text)).toMatchObject({ more, both })
})

it.each([
  '',
  'le',
  '4711',
  'invoice lefevre',
  '"lefevre"',
  'subject:lefevre',
  'jane@example.org',
  'a OR lefevre',
  'size:',
])('%s names no part of one address', (text) => expect(insideAddresses(text)).toBeNull())
