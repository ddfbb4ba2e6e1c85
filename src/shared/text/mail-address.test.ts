import { expect, test } from 'vitest'
import { allowListProblem, isMailAddress, mayBeRecipient, notAnAddress } from './mail-address.ts'

test.each([
  'a@x.org',
  "o'neil+tag@sub.x-y.example",
  'dev@localhost',
  'josé@münchen.example',
  `${'a'.repeat(64)}@x.org`,
])('%s is an email address', (text) => {
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
])('%j is not an email address', (text) => {
  expect(isMailAddress(text)).toBe(false)
})

test.each(['a@b.example', 'a@localhost', '"a b@c"@example.com', 'ü@exämple.org'])('%j may be a recipient', (text) => {
  expect(mayBeRecipient(text)).toBe(true)
})

test.each(['not-an-address', '@example.com', 'name@', 'name@exa mple.com', `${'a'.repeat(320)}@x.org`])(
  '%j cannot be a recipient',
  (text) => {
    expect(mayBeRecipient(text)).toBe(false)
  },
)

test('the sentence about a wrong address quotes it if it may be shown', () => {
  expect(notAnAddress('nobody')).toMatch(/^“nobody” is not an email address\. /)
  expect(notAnAddress()).toMatch(/^This is not an email address\. /)
})

test.each(['name@example.com', '@example.com', '@localhost'])('%j may stand in an allow-list', (entry) => {
  expect(allowListProblem(entry)).toBeUndefined()
})

test.each(['example.com', '@', 'name@', '@exa mple.com', ''])('%j in an allow-list would allow nobody', (entry) => {
  expect(allowListProblem(entry)).toMatch(/would allow nobody\. Enter an address/)
})
