import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareTexts, wordPieces } from './compare-texts.ts'

/** Applies the changes to the old text, which gives the new text. */
function applied(before: string, after: string): string {
  let text = ''
  let a = 0
  for (const { fromA, toA, fromB, toB } of compareTexts(before, after).changes) {
    text += before.slice(a, fromA) + after.slice(fromB, toB)
    a = toA
  }
  return text + before.slice(a)
}

describe('the difference of two texts', () => {
  test('is the words of the lines that changed', () => {
    const before = '<p>Hello</p>\n<p>Your order is on its way.</p>\n<p>Bye</p>\n'
    const after = '<p>Hello</p>\n<p>Your parcel is on its way.</p>\n<p>Bye</p>\n<p>PS</p>\n'
    const { changes } = compareTexts(before, after)
    expect(changes.map(({ fromA, toA, fromB, toB }) => [before.slice(fromA, toA), after.slice(fromB, toB)])).toEqual([
      ['order', 'parcel'],
      ['', '<p>PS</p>\n'],
    ])
  })

  test('joins changes between which there is only a space or a sign', () => {
    expect(wordPieces('Your order, shipped', 'Our parcel, shipped')).toEqual([
      { kind: 'removed', text: 'Your order' },
      { kind: 'added', text: 'Our parcel' },
      { kind: 'same', text: ', shipped' },
    ])
  })

  test('of equal texts is nothing', () => {
    expect(compareTexts('a\nb', 'a\nb').changes).toEqual([])
    expect(compareTexts('', '').changes).toEqual([])
    expect(wordPieces('a b', 'a b')).toEqual([{ kind: 'same', text: 'a b' }])
  })

  test('makes the one of the other, whatever they are', () => {
    const line = fc.constantFrom('a b', 'a c', '<td>x</td>', '{{name}} é', '😀 y', '', '\r', '  ')
    const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'))
    fc.assert(fc.property(text, text, (before, after) => applied(before, after) === after))
  })
})

describe('texts that are hard to compare', () => {
  const words = (seed: number, count: number) =>
    Array.from({ length: count }, (_none, at) => `w${((at + 1) * seed) % 999_983}`)

  test('of two megabytes with few changes are compared', () => {
    const lines = words(7, 250_000)
    const before = lines.join('\n')
    const after = lines.with(100_000, 'changed').join('\n')
    expect(before.length).toBeGreaterThan(1_900_000)
    expect(compareTexts(before, after).changes).toHaveLength(1)
  })

  test('on one line of half a megabyte are compared by their words', () => {
    const list = words(7, 70_000)
    const before = list.join(' ')
    const after = list.with(30_000, 'changed').join(' ')
    const { changes } = compareTexts(before, after)
    expect(changes).toHaveLength(1)
    expect(after.slice(changes[0]!.fromB, changes[0]!.toB)).toBe('changed')
  })

  test.each([
    ['lines', '\n'],
    ['words of one line', ' '],
  ])('with nothing in common are given up: %s', (_kind, separator) => {
    const before = words(7, 70_000).join(separator)
    const after = before.replaceAll('w', 'v')
    expect(compareTexts(before, after)).toEqual({ changes: [], isTooDifferent: true })
    expect(wordPieces(before, after).map(({ kind }) => kind)).toEqual(['removed', 'added'])
  })
})
