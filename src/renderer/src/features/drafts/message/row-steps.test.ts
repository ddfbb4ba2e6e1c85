import { expect, test } from 'vitest'
import { stepFrom } from './row-steps.ts'

test('steps lead through all rows, and around', () => {
  const rows = [2, 5, 9]
  expect([0, 2, 3, 9, 20].map((row) => stepFrom(rows, row, 1))).toEqual([2, 5, 5, 2, 2])
  expect([0, 2, 3, 9, 20].map((row) => stepFrom(rows, row, -1))).toEqual([9, 9, 2, 5, 9])
  expect(stepFrom([], 0, 1)).toBeUndefined()
})
