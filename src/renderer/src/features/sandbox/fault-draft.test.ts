import { describe, expect, it } from 'vitest'
import { changedFault, withFault } from './fault-draft.ts'

describe('fault switches', () => {
  it('turns a kind on with its usual values, and off again', () => {
    const on = withFault([{ kind: 'hang', path: '*' }], 'delay', true)
    expect(on).toEqual([
      { kind: 'hang', path: '*' },
      { kind: 'delay', path: '*', delayMs: 2000 },
    ])
    expect(withFault(on, 'hang', false)).toEqual([{ kind: 'delay', path: '*', delayMs: 2000 }])
  })

  it('changes one kind alone', () => {
    const faults = withFault(withFault([], 'status', true), 'hang', true)
    expect(changedFault(faults, 'status', { status: 429, retryAfter: 3 })[0]).toEqual({
      ...{ kind: 'status', path: '*', status: 429, retryAfter: 3 },
    })
  })
})
