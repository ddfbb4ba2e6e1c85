import { expect, test } from 'vitest'
import type { Person } from '#shared/contract/base/draft.ts'
import { movedRows, rowNow } from './row-now.ts'

const person = (name: string, values: string[] = []): Person => ({
  address: name && `${name}@x.org`,
  name,
  values,
  parts: [],
})
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => person(name)) as [Person, Person, Person, Person]

test('a recipient is found after others were removed, after a change, and not if they are gone', () => {
  const seen = { person: c, row: 2 }
  expect(rowNow([a, b, c, d], seen)).toBe(2)
  expect(rowNow([a, c, d], seen)).toBe(1)
  expect(rowNow([a, b, person('c', ['other']), d], seen)).toBe(2)
  expect(rowNow([a, person('C', ['other'])], seen)).toBe(1)
  expect(rowNow([a, b, d], seen)).toBe(-1)
})

test('of two rows with one address, the one at the same row is meant', () => {
  const twice = [a, person('c', ['1']), person('c', ['2'])]
  expect(rowNow(twice, { person: person('c'), row: 2 })).toBe(2)
})

test('a row without an address is never taken for another', () => {
  const empty = person('')
  expect(rowNow([a, b], { person: empty, row: 0 })).toBe(-1)
  expect(rowNow([person(''), b], { person: empty, row: 0 })).toBe(0)
})

test('row numbers follow rows that were removed or inserted', () => {
  const rows = [a, b, c, d]
  expect(movedRows([1, 3], rows, [a, b, d])).toEqual([1, 2])
  expect(movedRows([1, 2, 3], rows, [a, d])).toEqual([1])
  expect(movedRows([0, 3], rows, [])).toEqual([])
  expect(movedRows([0, 2], rows, [person('new'), a, b, person('other'), c, d])).toEqual([1, 4])
  expect(movedRows([1, 3], rows, [a, person('b', ['changed']), c, d])).toEqual([1, 3])
})
