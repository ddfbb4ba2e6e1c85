import { describe, expect, it } from 'vitest'
import { backfillChoices, backfillFrom, backfillOf } from './backfill.ts'

describe('how far back a sync reads', () => {
  it('recognises a stored choice', () => {
    const now = Date.UTC(2026, 5, 1)
    for (const { value } of backfillChoices) expect(backfillOf(backfillFrom(value, now), now)).toBe(value)
  })

  it('recognises only a choice that is fully read, however long ago it was made', () => {
    const chosen = Date.UTC(2026, 5, 1)
    const later = (days: number) => chosen + days * 86_400_000
    // Ten days have been read. The last 30 days are more than that, so that option must not appear selected.
    expect(backfillOf(backfillFrom('7', chosen), later(3))).toBe('7')
    expect(backfillOf(backfillFrom('7', chosen), later(25))).toBe('30')
    expect(backfillOf(backfillFrom('all', chosen), later(400))).toBe('all')
    expect(backfillOf(backfillFrom('7', chosen), later(-1))).toBe('7')
  })

  it('never begins before 1970', () => {
    expect(backfillFrom('all', 1000)).toBe(0)
  })
})
