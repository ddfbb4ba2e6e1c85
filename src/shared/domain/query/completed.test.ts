import { expect, it } from 'vitest'
import { completed } from './completed.ts'
import { parse } from './parse.ts'
import { print } from './print.ts'

it.each([
  ['invoice "two words"', 'invoice "two words"'],
  ['"your order', '"your order"'],
  ['tag:="two words', 'tag:="two words"'],
  ['invoice (shipping OR order', 'invoice (shipping OR order)'],
  ['((a OR "b', '((a OR "b"))'],
  ['a) OR b', 'a OR b'],
  ['a)b', 'a b'],
  ['tag:x)state:bounced', 'tag:x state:bounced'],
  ['invoice NOT', 'invoice '],
  ['(a NOT NOT ', '(a )'],
  ['"a \\" b', '"a \\" b"'],
  ['"a\\', '"a\\\\"'],
  ['"a\\\\', '"a\\\\"'],
])('%s is completed without a change of its meaning', (text, whole) => {
  expect(completed(text)).toBe(whole)
  expect(parse(whole).errors).toEqual([])
  expect(print(parse(whole).query)).toBe(print(parse(text).query))
})
