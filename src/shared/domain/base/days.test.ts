import { expect, it } from 'vitest'
import { isRealDay } from './days.ts'

it('knows the days that the calendar has', () => {
  expect(['2028-02-29', '2026-02-29', '2026-13-01', '2026-00-10'].map(isRealDay)).toEqual([true, false, false, false])
})
