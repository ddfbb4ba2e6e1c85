import { expect, test } from 'vitest'
import { addChips, splitChips } from './chips.ts'

test('pasted text is split at commas, semicolons, spaces and line breaks', () => {
  expect(splitChips('a@x.com, b@x.com;c@x.com\nd@x.com  e@x.com')).toHaveLength(5)
  expect(splitChips(' , ;\n')).toEqual([])
})

test('an address keeps its name, even one with a comma', () => {
  expect(splitChips('"Lee, Ann" <ann@x.com>, Bob Ray <bob@x.com>; c@x.com')).toEqual([
    '"Lee, Ann" <ann@x.com>',
    'Bob Ray <bob@x.com>',
    'c@x.com',
  ])
})

test('duplicates are not added, and are reported', () => {
  expect(addChips(['a'], ['b', 'a', 'b'])).toEqual({ values: ['a', 'b'], duplicates: ['a', 'b'] })
})

test('a quote that is never closed, or has no address after it, keeps nothing together', () => {
  expect(splitChips('"Ann <ann@x.com>, "Bob" b@x.com')).toEqual(['Ann <ann@x.com>', '"', '"Bob"', 'b@x.com'])
  expect(splitChips('x "Lee, Ann" <ann@x.com> <broken> y>')).toEqual(['"Lee, Ann" <ann@x.com>', '<broken>', 'x', 'y>'])
})
