import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstPosition } from './binary-search.ts'

test('finds the same position as looking at each position in turn', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer(), (numbers, wanted) => {
      const sorted = numbers.sort((a, b) => a - b)
      const found = sorted.findIndex((number) => number >= wanted)
      expect(firstPosition(sorted.length, (position) => sorted[position]! >= wanted)).toBe(
        found === -1 ? sorted.length : found,
      )
    }),
  )
})
