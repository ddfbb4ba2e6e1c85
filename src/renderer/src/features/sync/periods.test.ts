import { describe, expect, it } from 'vitest'
import { backfillChoices, backfillFrom, backfillOf } from './periods.ts'

describe('how far back a sync reads', () => {
  it('finds the choice again that was stored', () => {
    const now = Date.UTC(2026, 5, 1)
    for (const { value } of backfillChoices) expect(backfillOf(backfillFrom(value, now), now)).toBe(value)
  })

  it('never begins before time does', () => {
    expect(backfillFrom('all', 1000)).toBe(0)
  })
})
