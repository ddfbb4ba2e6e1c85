import { NodeSelection } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { editablesOf, parseMarkup } from '../../../markup/index.ts'
import { OrdinaryDocument } from './ordinary-document.ts'
import { selectionAt } from './range-in-document.ts'
import { schema } from './schema.ts'

/** The selection for a range of the source: its text, or the name of the node. */
function selected(html: string, part: string): string | null {
  const markup = parseMarkup(html)
  if (markup.isTooLarge) throw new Error('too large')
  const document = new OrdinaryDocument()
  const reading = document.read(html, markup.root)
  let step = reading.next()
  while (!step.done) step = reading.next()
  if ('reason' in step.value) throw new Error(step.value.reason)
  const doc = schema.nodes['doc']!.create(null, step.value.blocks)
  const from = html.indexOf(part)
  const range = { from, to: from + part.length }
  const block = document.blockAround(doc, range)
  const selection = block && selectionAt(doc, block, { html, editables: editablesOf(html, markup.root), range })
  if (!selection) return null
  if (selection instanceof NodeSelection) return selection.node.type.name
  return doc.textBetween(selection.from, selection.to, '|')
}

const mail =
  '<p style="gap:1px">One  one &amp; {{name}} two <b>one</b></p>\n' +
  '<p>See <a href="http://localhost/x" title="t">the  shop</a> one<br>more</p>\n<ul><li>A</li><li>{{other}} B 😀 C</li></ul>\n' +
  '<p><img src="https://x.example/a.png" width="10"></p><p><img src="/b.png"><img src="/b.png"></p>\n' +
  '<!-- {{hidden}} --><p>End of the text, which is long enough for all of it</p>'

test('what the editor shows of a part of the source is selected', () => {
  expect(selected(mail, '{{name}}')).toBe('{{name}}')
  expect(selected(mail, 'One')).toBe('One')
  expect(selected(mail, '&amp; {{')).toBe('& {{name}}')
  expect(selected(mail, 'href="http://localhost/x"')).toBe('the shop')
  expect(selected(mail, '<a href="http://localhost/x" title="t">')).toBe('the shop')
  expect(selected(mail, '{{other}} B')).toBe('{{other}} B')
  expect(selected(mail, '😀 C')).toBe('😀 C')
  expect(selected(mail, '<img src="https://x.example/a.png" width="10">')).toBe('image')
})

test('markup and comments are not, nor one of two images that are the same', () => {
  for (const part of ['style="gap:1px"', 'title="t"', '{{hidden}}', '<p>See', '<img src="/b.png">'])
    expect(selected(mail, part)).toBeNull()
})
