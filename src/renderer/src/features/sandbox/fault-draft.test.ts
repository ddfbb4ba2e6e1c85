import { describe, expect, it } from 'vitest'
import { typedFault, withField, withKind, withoutKind } from './fault-draft.ts'

describe('fault switches', () => {
  it('turn a kind on with its default values, and off again', () => {
    const on = withKind([{ kind: 'hang', path: '*' }], 'delay')
    expect(on).toEqual([
      { kind: 'hang', path: '*' },
      { kind: 'delay', path: '*', delayMs: 2000 },
    ])
    expect(withoutKind(on, 'hang')).toEqual([{ kind: 'delay', path: '*', delayMs: 2000 }])
  })

  it('change only one kind', () => {
    const faults = withKind(withKind([], 'status'), 'hang')
    const changed = { kind: 'status', path: '*', status: 429 } as const
    expect(withField(faults, faults[0]!, changed)).toEqual([changed, { kind: 'hang', path: '*' }])
  })

  it('keep several faults of one kind apart', () => {
    const [sends, reads] = [
      { kind: 'status', path: '/messages/send', status: 503 },
      { kind: 'status', path: '/statistics/*', status: 429 },
    ] as const
    const changed = { ...reads, status: 500 }
    expect(withField([sends, reads], reads, changed)).toEqual([sends, changed])
    const off = withoutKind([sends, reads], 'status')
    expect(off).toEqual([])
    expect(withKind(off, 'status', [sends, reads])).toEqual([sends, reads])
  })
})

describe('text typed into a field of a fault', () => {
  const fault = { kind: 'status', path: '/messages/send', status: 429, retryAfter: 3, probability: 0.5 } as const

  it.each([
    ['status', ' 500 ', { ...fault, status: 500 }],
    ['status', '', { ...fault, status: 503 }],
    ['path', '', { ...fault, path: '*' }],
    ['retryAfter', '', { kind: 'status', path: '/messages/send', status: 429, probability: 0.5 }],
    ['probability', '', { kind: 'status', path: '/messages/send', status: 429, retryAfter: 3 }],
  ] as const)('%s: %j is taken', (name, text, taken) => {
    expect(typedFault(fault, name, text)).toEqual({ fault: taken })
  })

  it.each([
    ['status', '99', 'Enter a whole number from 200 to 599.'],
    ['status', '503.5', 'Enter a whole number from 200 to 599.'],
    ['retryAfter', '-1', 'Enter a whole number from 0 to 86400.'],
    ['probability', '101', 'Enter a number from 0 to 100.'],
    ['probability', 'half', 'Enter a number from 0 to 100.'],
  ] as const)('%s: %j is refused', (name, text, error) => {
    expect(typedFault(fault, name, text)).toEqual({ error })
  })
})
