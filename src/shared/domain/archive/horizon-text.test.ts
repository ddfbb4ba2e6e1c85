import { expect, test } from 'vitest'
import { horizonPhrase } from './horizon-text.ts'

const horizon = { completeFrom: 1, completeUntil: 60, gaps: [], detailGaps: [], opensRefreshedUntil: 30, lastSync: 61 }
const moment = (second: number) => `second ${second}`

test('a few words say how far the archive is complete, and whether parts are missing', () => {
  expect(horizonPhrase(horizon, moment)).toBe('Archive complete to second 60')
  const gap = { from: 5, to: 9 }
  expect(horizonPhrase({ ...horizon, gaps: [gap] }, moment)).toBe('Archive complete to second 60, with a gap')
  expect(horizonPhrase({ ...horizon, gaps: [gap, gap] }, moment)).toBe('Archive complete to second 60, with 2 gaps')
  expect(horizonPhrase({ ...horizon, completeUntil: null }, moment)).toBe('Nothing read from the service yet')
})
