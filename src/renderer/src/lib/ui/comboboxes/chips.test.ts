import { expect, test } from 'vitest'
import { addChips, splitChips } from './chips.ts'

test('pasted text falls apart at commas, semicolons, spaces and lines', () => {
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

test('doubles are not added and are told', () => {
  expect(addChips(['a'], ['b', 'a', 'b'])).toEqual({ values: ['a', 'b'], doubles: ['a', 'b'] })
})

test('a quote that is not closed, or closed in front of no address, holds nothing back', () => {
  expect(splitChips('"Ann <ann@x.com>, "Bob" b@x.com')).toEqual(['Ann <ann@x.com>', '"', '"Bob"', 'b@x.com'])
  expect(splitChips('x "Lee, Ann" <ann@x.com> <broken> y>')).toEqual(['"Lee, Ann" <ann@x.com>', '<broken>', 'x', 'y>'])
})
