import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEdits, editBetween, inverseEdits, type Edit } from './edits.ts'

const words = fc.string({ unit: 'binary', maxLength: 40 })

function editsOf(text: string, cuts: readonly number[], inserts: readonly string[]): Edit[] {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((one, other) => one - other)
  const edits: Edit[] = []
  for (let at = 0; at + 1 < places.length; at += 2)
    edits.push({ from: places[at]!, to: places[at + 1]!, insert: inserts[at % inserts.length]! })
  return edits
}

test('edits and their inverse bring back the text', () => {
  fc.assert(
    fc.property(words, fc.array(fc.nat()), fc.array(words, { minLength: 1 }), (text, cuts, inserts) => {
      const edits = editsOf(text, cuts, inserts)
      const next = applyEdits(text, edits)
      expect(applyEdits(next, inverseEdits(text, edits))).toBe(text)
    }),
  )
})

test('the edit between two texts makes one of the other and halves no letter', () => {
  fc.assert(
    fc.property(words, words, words, (head, one, other) => {
      const [before, after] = [head + one, head + other]
      const edit = editBetween(before, after)
      if (edit === null) return before === after
      const cut = before.slice(0, edit.from) + before.slice(edit.to)
      return applyEdits(before, [edit]) === after && cut.isWellFormed() === before.isWellFormed()
    }),
  )
})
