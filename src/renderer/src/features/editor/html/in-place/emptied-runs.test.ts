import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realMails } from '#test/support/mails/real-mails.ts'
import { applyEdits, type Edit, editablesOf, parseMarkup } from '../../../markup/index.ts'
import { Moves } from '../source/moves.ts'
import { EmptiedRuns } from './emptied-runs.ts'
import { editableNow } from './editable-now.ts'

function read(html: string, emptied: EmptiedRuns) {
  const markup = parseMarkup(html)
  if (markup.isTooLarge) throw new Error('The fixture is too large.')
  return emptied.addTo(markup.root, editablesOf(html, markup.root))
}

test('a run that was emptied is a place again, and no longer when its text is back', () => {
  for (const { html } of realMails) {
    const editables = read(html, new EmptiedRuns(new Moves()))
    const texts = editables.filter(({ kind }) => kind === 'text')
    fc.assert(
      fc.property(fc.constantFrom(...texts), (editable) => {
        const moves = new Moves()
        const emptied = new EmptiedRuns(moves)
        const change = (text: string, edit: Edit) => {
          moves.add([edit])
          return applyEdits(text, [edit])
        }
        const without = change(html, { from: editable.from, to: editable.to, insert: '' })
        emptied.add(editable.from)
        const found = read(without, emptied)
        expect(found.map(({ from }) => from)).toContain(editable.from)
        expect(found).toHaveLength(editables.length)
        const written = change(without, { from: editable.from, to: editable.from, insert: 'Back' })
        expect(read(written, emptied)).toHaveLength(editables.length)
        const again = change(written, { from: editable.from, to: editable.from + 4, insert: '' })
        expect(read(again, emptied)).toHaveLength(editables.length - 1)
      }),
      { numRuns: 20 },
    )
  }
})

test('the places after an edit are where a new reading finds them', () => {
  const moves = new Moves()
  const html = '<p>One<br>two <a href="#x" title=y>three</a></p><img src=a.png><b>four</b>'
  const before = read(html, new EmptiedRuns(moves))
  const edit = { from: html.indexOf('two'), to: html.indexOf('two') + 3, insert: 'twenty' }
  moves.add([edit])
  const after = read(applyEdits(html, [edit]), new EmptiedRuns(moves))
  const bounds = ({ from, to, link }: (typeof before)[number]) => [from, to, link?.from, link?.attributes]
  expect(before.map((editable) => bounds(editableNow(editable, moves, 0)))).toEqual(after.map(bounds))
})
