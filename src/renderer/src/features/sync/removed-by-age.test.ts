import { describe, expect, it } from 'vitest'
import { parse } from '#shared/domain/query/parse.ts'
import { queryForRemoved } from './removed-by-age.ts'

const now = Date.UTC(2026, 5, 30, 12, 30, 20)

describe('what a shorter retention removes', () => {
  it('is what is older, to the minute', () => {
    expect(queryForRemoved(30, null, now)).toBe('before:2026-05-31T12:30')
    expect(queryForRemoved(30, 365, now)).toBe('before:2026-05-31T12:30')
    for (const keepDays of [1, 36_500]) expect(parse(queryForRemoved(keepDays, null, now)!).errors).toEqual([])
  })

  it('is nothing when messages are kept as long as before, longer, or forever', () => {
    expect(queryForRemoved(365, 365, now)).toBeNull()
    expect(queryForRemoved(400, 365, now)).toBeNull()
    expect(queryForRemoved(undefined, null, now)).toBeNull()
    expect(queryForRemoved(undefined, 365, now)).toBeNull()
  })
})
