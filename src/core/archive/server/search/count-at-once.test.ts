import { expect, test } from 'vitest'
import { reachable } from './count-at-once.ts'

test('an estimate is never less than the rows already read, and a full page may be followed by more', () => {
  expect(reachable({ value: 0, exact: false }, { read: 100, isFull: true })).toEqual({ value: 101, exact: false })
  expect(reachable({ value: 40, exact: false }, { read: 130, isFull: false })).toEqual({ value: 130, exact: false })
  expect(reachable({ value: 5000, exact: false }, { read: 100, isFull: true })).toEqual({ value: 5000, exact: false })
  expect(reachable({ value: 100, exact: true }, { read: 100, isFull: true })).toEqual({ value: 100, exact: true })
})
