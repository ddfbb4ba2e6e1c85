import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dayCount, matchingPreset, presetRange, rangeProblem, todayIn } from './date-presets.ts'

test('today depends on the zone', () => {
  const instant = new Date('2026-03-01T02:30:00Z')
  expect(todayIn('Europe/Paris', instant)).toBe('2026-03-01')
  expect(todayIn('America/New_York', instant)).toBe('2026-02-28')
  expect(todayIn('Pacific/Kiritimati', new Date('2026-12-31T12:00:00Z'))).toBe('2027-01-01')
})

test('ranges include both ends', () => {
  expect(presetRange('last-7-days', '2026-03-03')).toEqual({ from: '2026-02-25', to: '2026-03-03' })
  expect(dayCount(presetRange('last-7-days', '2026-03-03'))).toBe(7)
  expect(dayCount(presetRange('last-30-days', '2026-03-03'))).toBe(30)
  expect(dayCount(presetRange('last-90-days', '2026-03-31'))).toBe(90)
  expect(presetRange('yesterday', '2026-01-01')).toEqual({ from: '2025-12-31', to: '2025-12-31' })
})

test.each([
  ['a Monday', '2026-03-02', '2026-02-27'],
  ['a Sunday', '2026-03-01', '2026-02-27'],
  ['a Thursday', '2026-03-05', '2026-02-27'],
  ['a Friday', '2026-03-06', '2026-03-06'],
])('since Friday on %s', (_, today, from) => {
  expect(presetRange('since-friday', today)).toEqual({ from, to: today })
})

test('since Friday takes no name from a period that is other days tomorrow', () => {
  const named = (today: string) => matchingPreset(presetRange('since-friday', today), today)
  expect(['2026-03-02', '2026-03-05', '2026-03-06'].map(named)).toEqual(['since-friday', 'last-7-days', 'today'])
})

test('months end where they end', () => {
  expect(presetRange('last-month', '2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(presetRange('last-month', '2026-01-15')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(presetRange('this-month', '2026-01-15')).toEqual({ from: '2026-01-01', to: '2026-01-15' })
})

test('a range is named after a preset only while it matches', () => {
  const range = presetRange('last-7-days', '2026-03-03')
  expect(matchingPreset(range, '2026-03-03')).toBe('last-7-days')
  expect(matchingPreset(range, '2026-03-04')).toBeUndefined()
})

test('a range that cannot be used says why', () => {
  expect(rangeProblem({ from: '2026-02-01', to: '2026-02-28' })).toBeUndefined()
  expect(rangeProblem({ from: '', to: '2026-02-28' })).toContain('start and end date')
  expect(rangeProblem({ from: '2026-02-30', to: '2026-03-01' })).toContain('start and end date')
  expect(rangeProblem({ from: '2026-03-01', to: '2026-02-28' })).toContain('after')
  expect(rangeProblem({ from: '2026-01-01', to: '2026-02-28' }, '2026-02-01')).toContain('2026-02-01')
  expect(rangeProblem({ from: '2026-01-01', to: '2026-02-28' }, undefined, '2026-02-01')).toContain('on or before')
})

test('adding and subtracting days returns to the start, across any clock change', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: -5000, max: 5000 }), (start, days) => {
      const date = addDays('1980-01-01', start)
      expect(addDays(addDays(date, days), -days)).toBe(date)
    }),
  )
})
