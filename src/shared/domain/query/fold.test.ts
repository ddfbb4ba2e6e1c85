import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from './fold.ts'
import { words } from './words.ts'

describe('folding', () => {
  it.each([
    ['Éléphant', 'elephant'],
    ['Straße', 'strasse'],
    ['ŁÓDŹ', 'lodz'],
    ['Ærøskøbing', 'aeroskobing'],
    ['İstanbul', 'istanbul'],
    ['ﬁn', 'fin'],
    ['Ａ１', 'a1'],
    ['in\u200bvo\u00adice', 'invoice'],
    ['\u202eabc', 'abc'],
    ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
    ['שָׁלוֹם', 'שלום'],
  ])('makes %s %s', (given, folded) => {
    expect(fold(given)).toBe(folded)
  })

  it('keeps no more marks on one letter than any script has, of a long text', () => {
    const marks = '\u0e38\u0e48'.repeat(5000)
    expect([...fold(`x${marks} y`)].length).toBe('x'.length + 30 + ' y'.length)
    expect(fold(`x${marks} y`)).toBe(fold(fold(`x${marks} y`)))
  })

  it('changes nothing the second time', () => {
    const signs = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ unit: 'grapheme', maxLength: 40 }))
    fc.assert(
      fc.property(signs, (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
      { numRuns: 1000 },
    )
  })

  it('keeps the vowels of scripts where they are not accents', () => {
    expect(fold('कि')).not.toBe(fold('क'))
  })
})

describe('words', () => {
  it.each([
    ['Your invoice #4711 (March)', ['your', 'invoice', '4711', 'march']],
    ['jane.doe@example.org', ['jane', 'doe', 'example', 'org']],
    ['Party 🎉 time', ['party', '🎉', 'time']],
    ['请查收发票', ['请', '查', '收', '发', '票']],
    ['\u0000\u0007bell', ['bell']],
    ['!!!', []],
  ])('finds those of %s', (text, expected) => {
    expect(words(text)).toEqual(expected)
  })
})
