import { expect, it } from 'vitest'
import { editDistance } from './edit-distance.ts'

it.each([
  ['invoice', 'invoice', 0],
  ['invoces', 'invoices', 1],
  ['invoces', 'invoice', 2],
  ['sate', 'state', 1],
  ['form', 'from', 1],
  ['ab', 'ba', 1],
  ['abcdef', 'uvwxyz', 3],
  ['', 'abcd', 3],
])('%s and %s are %i letters apart, or more than two', (a, b, apart) => {
  expect(editDistance(a, b, 2)).toBe(apart)
  expect(editDistance(b, a, 2)).toBe(apart)
})
