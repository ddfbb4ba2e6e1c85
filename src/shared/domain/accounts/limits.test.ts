import { expect, test } from 'vitest'
import { wideningOf } from './limits.ts'

const limits = (readOnly: boolean, ...recipientAllowList: string[]) => ({ readOnly, recipientAllowList })

test.each([
  ['a read-only account stays so', limits(true), limits(true)],
  ['read-only is set', limits(false), limits(true)],
  ['a first list narrows', limits(false), limits(false, '@shop.example')],
  ['an entry goes', limits(false, 'a@x.org', '@shop.example'), limits(false, '@shop.example')],
  ['an address of an allowed domain', limits(false, '@shop.example'), limits(false, 'Ada@Shop.example')],
  ['another spelling', limits(false, '@Shop.example'), limits(false, ' @shop.example ')],
])('nothing more is allowed: %s', (_what, before, after) => {
  expect(wideningOf(before, after)).toBeNull()
})

test.each([
  ['read-only is lifted', limits(true), limits(false), { writes: true, recipients: [] }],
  ['the list goes', limits(false, 'a@x.org'), limits(false), { writes: false, recipients: 'everybody' }],
  ['an entry comes', limits(true, 'a@x.org'), limits(true, 'a@x.org', 'b@x.org'), { recipients: ['b@x.org'] }],
  ['an address becomes its domain', limits(false, 'a@x.org'), limits(false, '@x.org'), { recipients: ['@x.org'] }],
  ['a domain below is another', limits(false, '@x.org'), limits(false, '@a.x.org'), { recipients: ['@a.x.org'] }],
])('more is allowed: %s', (_what, before, after, widening) => {
  expect(wideningOf(before, after)).toMatchObject(widening)
})
