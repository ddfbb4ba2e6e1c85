import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEdits, type Edit } from '../../../markup/index.ts'
import { Moves } from './moves.ts'

test('a letter is found again wherever the changes around it moved it', () => {
  const change = fc.array(fc.record({ cut: fc.nat(), length: fc.nat(3), insert: fc.string({ maxLength: 3 }) }))
  fc.assert(
    fc.property(fc.nat(30), fc.array(change, { maxLength: 6 }), (start, changes) => {
      const moves = new Moves()
      let text = `${'x'.repeat(start)}§${'x'.repeat(30 - start)}`
      for (const parts of changes) {
        const edits: Edit[] = []
        for (const { cut, length, insert } of parts.toSorted((one, other) => (one.cut % 31) - (other.cut % 31))) {
          const from = Math.max(edits.at(-1)?.to ?? 0, cut % 31)
          const to = Math.min(text.length, from + length)
          const isBeside = edits.at(-1)?.to === from && edits.length > 0
          if (from <= to && !isBeside && !text.slice(from, to).includes('§'))
            edits.push({ from, to, insert: insert.replaceAll('§', '') })
        }
        text = applyEdits(text, edits)
        moves.add(edits)
      }
      expect(moves.now(start, 0, 'before')).toBe(text.indexOf('§'))
      expect(moves.now(start + 1, 0, 'after')).toBe(text.indexOf('§') + 1)
    }),
  )
})

test('what is inserted right at a place stands before or after it', () => {
  const moves = new Moves()
  moves.add([{ from: 3, to: 3, insert: 'ab' }])
  expect([moves.now(3, 0, 'before'), moves.now(3, 0, 'after')]).toEqual([5, 3])
  expect(moves.now(3, moves.time, 'before')).toBe(3)
})

test('a place inside of what is replaced moves to its end', () => {
  const moves = new Moves()
  moves.add([{ from: 2, to: 6, insert: 'a' }])
  expect(moves.now(4, 0, 'after')).toBe(3)
})
