import { expect, test } from 'vitest'
import { ManualClock } from '#test/support/manual-clock.ts'
import { OneUseTokens } from './one-use-tokens.ts'

test('a token that is given back has its full time again, and ends once', () => {
  const clock = new ManualClock()
  const tokens = new OneUseTokens<string>(clock)
  const ends: string[] = []
  const token = tokens.issue({ value: 'a file', lifeMilliseconds: 100, onEnd: (end) => ends.push(end) })
  clock.advance(60)
  tokens.take(token)!.giveBack()
  clock.advance(60)
  expect(tokens.find(token)).toBe('a file')
  clock.advance(60)
  expect(tokens.find(token)).toBeUndefined()
  expect(ends).toEqual(['used', 'expired'])
})
