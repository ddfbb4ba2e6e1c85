import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDate } from '../api/read/dates.ts'
import { quickSeconds } from './quick-seconds.ts'

test('says the same as the careful reading, or nothing', () => {
  const digit = fc.constantFrom(...'0123456789')
  const almost = fc
    .tuple(fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }), fc.nat(19), digit)
    .map(([date, at, other]) => {
      const text = date.toISOString().slice(0, 19)
      return text.slice(0, at) + other + text.slice(at + 1)
    })
  const end = fc.constantFrom('', 'Z', '+02:00', '.5')
  fc.assert(
    fc.property(almost, end, (text, zone) => {
      const quick = quickSeconds(text + zone)
      if (quick !== null) expect(quick * 1000).toBe(readDate(text + zone))
    }),
    { numRuns: 2000 },
  )
  expect(quickSeconds('2024-02-29T12:34:56')).toBe(1_709_210_096)
  expect(quickSeconds('2024-02-29 12:34:56Z')).toBe(1_709_210_096)
  for (const other of ['2023-02-29T12:34:56', '2024-02-29T24:00:00', '1709210096', '2024-02-29T1a:00:00']) {
    expect(quickSeconds(other)).toBeNull()
  }
})
