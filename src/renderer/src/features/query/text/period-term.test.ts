import { expect, test } from 'vitest'
import { periodIn, periodTerm } from './period-term.ts'

const today = '2026-03-10'
const march = { from: '2026-03-01', to: '2026-03-10' }

test('a period relative to today is written as a relative term', () => {
  expect(periodTerm({ from: '2026-03-04', to: today }, today)).toBe('last:7d')
  expect(periodTerm({ from: today, to: today }, today)).toBe('on:today')
  expect(periodTerm(march, today)).toBe('after:2026-03-01 before:2026-03-11')
})

test.each([
  ['invoice last:7d', { from: '2026-03-04', to: today }],
  ['on:yesterday', { from: '2026-03-09', to: '2026-03-09' }],
  ['after:2026-03-01 invoice before:2026-03-11', march],
  ['last:7d on:today', undefined],
  ['last:3d', undefined],
  ['after:2026-03-01', undefined],
  ['after:2026-03 before:2026-04-01', undefined],
  ['invoice OR last:7d', undefined],
  ['', undefined],
] as const)('the period of %j is %j', (text, range) => {
  expect(periodIn(text, today)).toEqual(range)
})
