import { expect, test } from 'vitest'
import { readDate } from './dates.ts'

const noon = Date.UTC(2026, 0, 31, 12) / 1000

test.each<[unknown, number | undefined]>([
  [noon, noon],
  [String(noon), noon],
  ['2026-01-31T12:00:00', noon],
  ['2026-01-31T12:00:00.123', noon],
  ['2026-01-31T12:00:00.000+0000', noon],
  ['2026-01-31T12:00:00Z', noon],
  ['2026-01-31T13:00:00+01:00', noon],
  ['2026-01-31T06:30:00-0530', noon],
  ['2026-01-31', noon - 43_200],
  [0, 0],
  [null, undefined],
  [undefined, undefined],
  ['', undefined],
])('%j is read', (given, expected) => {
  expect(readDate(given, 'dateBegin')).toBe(expected)
})

test.each([-1, 1.5, NaN, 1e15, 'soon', '2026-02-30', '2026-13-01', '2026-01-31T24:00:00', '31.01.2026', true, {}, []])(
  '%j is refused, with the name of the field',
  (given) => {
    expect(() => readDate(given, 'dateBegin')).toThrow(/^dateBegin /)
  },
)

test('milliseconds in place of seconds are named as such', () => {
  const refused = 'dateBegin must be epoch seconds, but 1769860800000 looks like milliseconds.'
  for (const given of [noon * 1000, String(noon * 1000)]) {
    expect(() => readDate(given, 'dateBegin')).toThrow(refused)
  }
})
