import fc from 'fast-check'
import { expect, test } from 'vitest'
import { epochSeconds, isoSeconds, readDate } from './dates.ts'

const time = Date.UTC(2026, 0, 31, 12, 30, 15)

test.each([
  [time / 1000],
  [String(time / 1000)],
  [time],
  ['2026-01-31T12:30:15'],
  ['2026-01-31T12:30:15Z'],
  ['2026-01-31 12:30:15'],
  ['2026-01-31T12:30:15.000+0000'],
  ['2026-01-31T13:30:15+01:00'],
  ['2026-01-31T13:30:15+01'],
  ['2026-01-31T07:00:15.000-0530'],
])('%j is the same moment', (form) => {
  expect(readDate(form)).toBe(time)
})

test('milliseconds are kept, and a date alone is its midnight', () => {
  expect(readDate('2026-01-31T12:30:15.678+0000')).toBe(time + 678)
  expect(readDate('2026-01-31T12:30:15.6+0000')).toBe(time + 600)
  expect(readDate('2026-01-31')).toBe(Date.UTC(2026, 0, 31))
})

test.each([['2026-02-31T00:00:00'], ['2026-13-01'], ['yesterday'], [''], [null], [true], [[]], [Number.NaN], ['1e9']])(
  '%j is no date',
  (form) => {
    expect(readDate(form)).toBeNull()
  },
)

test('what is written is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), (moment) => {
      const second = Math.floor(moment / 1000) * 1000
      expect(readDate(isoSeconds(moment))).toBe(second)
      expect(readDate(epochSeconds(moment))).toBe(second)
    }),
  )
})
