import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDate } from '#shared/domain/base/read-date.ts'
import { epochSeconds, isoSeconds } from './dates.ts'

test('a date that is written is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), (moment) => {
      const second = Math.floor(moment / 1000) * 1000
      expect(readDate(isoSeconds(moment))).toBe(second)
      expect(readDate(epochSeconds(moment))).toBe(second)
    }),
  )
})
