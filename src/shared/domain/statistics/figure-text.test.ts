import { expect, test } from 'vitest'
import { figures } from './figures.ts'
import { changeOf } from './figure-text.ts'

const formats = { locale: 'en', number: String }
const rate = figures.find(({ id }) => id === 'complaints')!

test.each([
  [20, 24, '+0.004 points', 'bad'],
  [24, 20, '−0.004 points', 'good'],
  [20, 20, '±0 points', 'none'],
  [1000, 2234, '+1.23 points', 'bad'],
])('a rate of %d and then %d of 100,000 changed by %s', (before, now, text, tone) => {
  const whole = 100_000
  const change = changeOf(rate, { part: now, whole }, { part: before, whole }, formats as never)
  expect(change).toEqual({ text, tone })
})
