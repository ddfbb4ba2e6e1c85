import { expect, test } from 'vitest'
import { countOf } from './list-count.ts'

test('a list has a count once it was read, were it only in part', () => {
  expect(countOf(undefined)).toBeUndefined()
  expect(countOf({ isWhole: false, count: 0 })).toBeNull()
  expect(countOf({ isWhole: false, count: 3 })).toBe(3)
  expect(countOf({ isWhole: true, count: 0 })).toBe(0)
})
