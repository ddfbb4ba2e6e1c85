import { expect, it } from 'vitest'
import { readSort, sortText } from './sort-text.ts'

it('reads a sort order of the address back as it was written', () => {
  for (const sort of [
    { field: 'created', descending: true },
    { field: 'opens', descending: false },
  ] as const) {
    expect(readSort(sortText(sort))).toEqual(sort)
  }
  expect(readSort('shoe size-')).toBeNull()
  expect(readSort(null)).toBeNull()
})
