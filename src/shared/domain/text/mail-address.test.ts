import { expect, test } from 'vitest'
import { isMailAddress } from './mail-address.ts'

test.each([
  'a@x.org',
  "o'neil+tag@sub.x-y.example",
  'dev@localhost',
  'josé@münchen.example',
  `${'a'.repeat(64)}@x.org`,
])('%s is an address', (text) => {
  expect(isMailAddress(text)).toBe(true)
})

test.each([
  '',
  'a',
  '@x.org',
  'a@',
  'a@b',
  'a b@x.org',
  'a@x..org',
  'a@-x.org',
  '.a@x.org',
  'a.@x.org',
  'a..b@x.org',
  'a@x.org\n',
  'a@x.org,b@x.org',
  '<a@x.org>',
  'a@b@x.org',
  '"a"@x.org',
  'a@x.org;',
  `${'a'.repeat(65)}@x.org`,
  'a\u0000@x.org',
  `a@${'x'.repeat(64)}.org`,
  `a@${'x.'.repeat(130)}org`,
])('%j is none', (text) => {
  expect(isMailAddress(text)).toBe(false)
})
