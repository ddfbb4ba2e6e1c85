import { expect, test } from 'vitest'
import { spanDays } from './span-days.ts'

test('the days of a scheduled run are over on the day on which it is made', () => {
  expect(spanDays('yesterday', '2026-03-01')).toEqual({ from: '2026-02-28', to: '2026-02-28' })
  expect(spanDays('last-7-days', '2026-03-03')).toEqual({ from: '2026-02-24', to: '2026-03-02' })
  expect(spanDays('last-30-days', '2026-03-31')).toEqual({ from: '2026-03-01', to: '2026-03-30' })
  expect(spanDays('last-month', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(spanDays('last-month', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
})
