import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstPlace } from './binary-search.ts'

test('finds the same place as looking at each place in turn', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer(), (numbers, wanted) => {
      const sorted = numbers.sort((a, b) => a - b)
      const found = sorted.findIndex((number) => number >= wanted)
      expect(firstPlace(sorted.length, (place) => sorted[place]! >= wanted)).toBe(found === -1 ? sorted.length : found)
    }),
  )
})
