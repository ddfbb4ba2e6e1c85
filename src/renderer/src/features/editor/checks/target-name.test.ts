import { expect, test } from 'vitest'
import { english } from '#shared/domain/base/plural.ts'
import { targetName } from './target-name.ts'

const rowsOf = (count: number, row = 0) => ({
  kind: 'person' as const,
  row,
  column: null,
  rows: Array.from({ length: count }, (_, index) => index),
})

test('the rows of a finding are counted as everywhere', () => {
  expect(targetName(rowsOf(4991), english)).toBe('4,991 rows')
  expect(targetName(rowsOf(1, 1203), english)).toBe('Row 1,204')
})
