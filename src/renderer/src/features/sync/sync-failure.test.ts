import { describe, expect, it } from 'vitest'
import { syncFailure } from './sync-failure.ts'

const ended = (code: string) => ({ lastError: { code, message: 'A sentence.', retryable: false, details: {} } })

describe('a sync that failed', () => {
  it('is reported with its message', () => {
    expect(syncFailure(ended('offline'))).toBe('A sentence.')
  })

  it('is not a sync that was stopped, paused or closed', () => {
    expect(syncFailure(ended('cancelled'))).toBeNull()
    expect(syncFailure(ended('aborted'))).toBeNull()
  })

  it('does not exist before the first sync and after a good one', () => {
    expect(syncFailure(null)).toBeNull()
    expect(syncFailure({ lastError: null })).toBeNull()
  })
})
