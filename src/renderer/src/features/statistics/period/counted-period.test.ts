import { expect, test } from 'vitest'
import { countedPeriod, isDefaultPeriod, periodProblem, withDefaultPeriod } from './counted-period.ts'

const today = '2026-03-10'
const last30 = { from: '2026-02-09', to: today }

test.each([
  ['invoice', 'invoice last:30d'],
  ['', 'last:30d'],
  ['invoice last:7d', 'invoice last:7d'],
  // The period of one side is not that of the whole search.
  ['invoice OR last:7d', '(invoice OR last:7d) last:30d'],
  ['(a OR on:today)', '(a OR on:today) last:30d'],
  ['-on:today', '-on:today last:30d'],
])('the search %j is counted as %j', (text, expected) => {
  expect(withDefaultPeriod(text, today)).toBe(expected)
})

test.each([
  ['last:7d', { from: '2026-03-04', to: today }],
  ['last:3d invoice', { from: '2026-03-08', to: today }],
  ['last:1w', { from: '2026-03-04', to: today }],
  ['last:1mo', { from: '2026-02-11', to: today }],
  ['last:99999y', { from: '1970-01-02', to: today }],
  ['on:yesterday', { from: '2026-03-09', to: '2026-03-09' }],
  ['on:2026-02', { from: '2026-02-01', to: '2026-02-28' }],
  ['after:2026-03-01', { from: '2026-03-01', to: today }],
  ['after:2026-03-01 invoice before:2026-03-11', { from: '2026-03-01', to: today }],
  ['before:2026-04-01 after:2026-03', { from: '2026-03-01', to: '2026-03-31' }],
  ['last:3d last:0d', { from: '2026-03-08', to: today }],
  ['last:7d on:today', { from: today, to: today }],
  ['last:7d before:2026-03-01', { from: '2026-03-04', to: '2026-02-28' }],
])('%j counts its whole days', (text, range) => {
  expect(countedPeriod(text, today)).toEqual(range)
  expect(text.split(' ').map((condition) => periodProblem(condition, text, today))).not.toContainEqual(
    expect.any(String),
  )
})

test.each(['last:0d', 'last:soon', 'last:12h', 'last:90m', 'before:2026-03-01', 'after:2026-03-01T10:00'])(
  '%j is said not to be applied, and the last 30 days are counted',
  (condition) => {
    const text = `invoice ${condition}`
    expect(countedPeriod(text, today)).toEqual(last30)
    expect(periodProblem(condition, text, today)).toMatch(/^Only whole days/)
    expect(periodProblem('invoice', text, today)).toBeNull()
  },
)

test('only the period that would come back cannot be removed', () => {
  expect(isDefaultPeriod('last:30d', 'invoice last:30d', today)).toBe(true)
  expect(isDefaultPeriod('invoice', 'invoice last:30d', today)).toBe(false)
  expect(isDefaultPeriod('last:7d', 'last:7d', today)).toBe(false)
  expect(isDefaultPeriod('last:30d', 'last:30d on:today', today)).toBe(false)
})
