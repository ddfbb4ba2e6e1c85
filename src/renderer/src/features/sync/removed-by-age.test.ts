import { describe, expect, it } from 'vitest'
import { parse } from '#shared/domain/query/parse.ts'
import { removedBy } from './removed-by-age.ts'

const now = Date.UTC(2026, 5, 30, 12, 30, 20)

describe('what a shorter time to keep removes', () => {
  it('is older than that, to the minute', () => {
    expect(removedBy(30, null, now)).toBe('before:2026-05-31T12:30')
    expect(removedBy(30, 365, now)).toBe('before:2026-05-31T12:30')
    for (const keepDays of [1, 36_500]) expect(parse(removedBy(keepDays, null, now)!).errors).toEqual([])
  })

  it('is nothing where messages are kept as long as before, or longer, or for good', () => {
    expect(removedBy(365, 365, now)).toBeNull()
    expect(removedBy(400, 365, now)).toBeNull()
    expect(removedBy(undefined, null, now)).toBeNull()
    expect(removedBy(undefined, 365, now)).toBeNull()
  })
})
