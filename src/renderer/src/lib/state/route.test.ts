import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseHash, printHash } from './route.ts'

describe('hash paths', () => {
  it('reads a view, its parts and its state', () => {
    const route = parseHash('#/recipients/a%2Bb%40x.example?q=state%3Adelivered&sort=date')
    expect(route.segments).toEqual(['recipients', 'a+b@x.example'])
    expect(route.query.get('q')).toBe('state:delivered')
  })

  it('reads a hash typed by hand', () => {
    expect(parseHash('#/messages/100%').segments).toEqual(['messages', '100%'])
    expect(parseHash('').segments).toEqual([])
  })

  it('prints a lone surrogate as the replacement character', () => {
    expect(parseHash(printHash(['recipients', 'a\uD800@x.example'], { q: '\uDC00' })).segments).toEqual([
      'recipients',
      'a\uFFFD@x.example',
    ])
  })

  it('reads back whatever it prints', () => {
    const part = fc.string({ minLength: 1, unit: 'grapheme' })
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), part, (segments, value) => {
        const route = parseHash(printHash(segments, { q: value, none: undefined }))
        expect(route.segments).toEqual(segments)
        expect(route.query.get('q')).toBe(value)
        expect(route.query.has('none')).toBe(false)
      }),
    )
  })
})
