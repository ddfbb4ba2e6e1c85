import { describe, expect, it } from 'vitest'
import { elapsed } from './elapsed.ts'

describe('the time since a message was created', () => {
  it.each([
    [0, '+0 s'],
    [4_400, '+4 s'],
    [60_000, '+1 min'],
    [3_600_000 + 59_000, '+1 h'],
    [2 * 86_400_000 + 3 * 3_600_000, '+2 d 3 h'],
    [-61_000, '−1 min 1 s'],
  ])('%i ms is %s', (milliseconds, text) => expect(elapsed(0, milliseconds)).toBe(text))

  it('is counted between the displayed seconds', () => {
    expect(elapsed(18_100, 20_900)).toBe('+2 s')
    expect(elapsed(18_900, 20_100)).toBe('+2 s')
    expect(elapsed(900, 100)).toBe('+0 s')
  })
})
