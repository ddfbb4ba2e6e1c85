import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { realMails } from '#test/support/mails/real-mails.ts'
import { attributeOf, type MarkupElement, type MarkupNode } from '../markup/markup.ts'
import { parseMarkup } from '../markup/parse-markup.ts'
import { applyEdits, type Edit } from '../source/edits.ts'
import { attributeEdit } from './attribute-edits.ts'
import { placesOf, type Place } from './places.ts'
import { runEdit } from './run-text.ts'

const mails = realMails.flatMap(({ name, html }) => [
  { name, html },
  { name: `${name} with CRLF`, html: html.replaceAll('\n', '\r\n') },
])

function parsed(html: string): MarkupElement {
  const markup = parseMarkup(html)
  if (markup.isTooLarge) throw new Error('The fixture is too large.')
  return markup.root
}

/** Everything that a reader of the document would see, but for `changed`. */
function shape(node: MarkupNode, changed: MarkupNode | null): unknown {
  if (node === changed) return 'changed'
  if (node.kind === 'text') return node.text
  if (node.kind === 'comment') return 'comment'
  const { name, attributes, children } = node
  return [name, attributes.map((one) => [one.name, one.value]), children.map((child) => shape(child, changed))]
}

function at(root: MarkupElement, path: readonly number[]): MarkupNode {
  let node: MarkupNode = root
  for (const index of path) node = (node as MarkupElement).children[index]!
  return node
}

function pathTo(root: MarkupElement, wanted: MarkupNode, path: number[] = []): number[] | null {
  if (root === wanted) return path
  for (const [index, child] of root.children.entries()) {
    if (child === wanted) return [...path, index]
    const found = child.kind === 'element' ? pathTo(child, wanted, [...path, index]) : null
    if (found) return found
  }
  return null
}

/** The bytes before and after the place are the same. */
function expectSameOutside(html: string, next: string, place: { from: number; to: number }): void {
  expect(next.slice(0, place.from)).toBe(html.slice(0, place.from))
  expect(next.slice(next.length - (html.length - place.to))).toBe(html.slice(place.to))
}

const typedText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 6 }),
      fc.constantFrom('<b>', '</td>', '&amp;', '&', ']]>', '-->', '<!--', '{{name}}', '"', "'", ' ', '<script>'),
    ),
  )
  .map((parts) => parts.join('').replace(/[\p{Cc}\p{Cs}\p{Cn}\s]+/gu, ' '))
  .filter((text) => text.trim() !== '')

describe.each(mails)('In the mail $name', ({ html }) => {
  const root = parsed(html)
  const places = placesOf(html, root)
  const texts = places.filter((place): place is Place & { kind: 'text' } => place.kind === 'text')
  const spaced = (text: string) => text.replace(/\s/g, ' ')

  test('there is something to edit', () => {
    expect(texts.length).toBeGreaterThan(1)
  })

  test('an edited run reads as typed, and not one byte outside it changes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...texts), typedText, fc.nat(), fc.nat(), (place, typed, start, length) => {
        const { node } = place
        const letters = [...node.text]
        const cut = start % (letters.length + 1)
        const text =
          letters.slice(0, cut).join('') + typed + letters.slice(cut + (length % (letters.length - cut + 1))).join('')
        const edit = runEdit(html.slice(node.from, node.to), text)
        fc.pre(edit !== null)
        const moved: Edit = { from: edit!.from + node.from, to: edit!.to + node.from, insert: edit!.insert }
        const next = applyEdits(html, [moved])
        expectSameOutside(html, next, node)
        const path = pathTo(root, node)!
        const after = parsed(next)
        const run = at(after, path)
        expect(run.kind === 'text' && spaced(run.text)).toBe(spaced(text))
        expect(shape(after, run)).toEqual(shape(root, node))
      }),
      { numRuns: 60 },
    )
  })

  test('an attribute gets its value, and nothing else of the document changes', () => {
    const links = places.flatMap(({ link }) => (link ? [link] : []))
    const images = places.flatMap(({ kind, node }) => (kind === 'image' ? [node as MarkupElement] : []))
    const elements = [...new Set([...links, ...images])]
    const value = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('"', "'", '&quot;', '>', 'a b', '', 'cid:x'))
    const words = value.map((text) => text.replace(/[\0\r]/g, ''))
    fc.assert(
      fc.property(
        fc.nat(),
        fc.constantFrom('href', 'src', 'alt', 'width', 'title'),
        fc.option(words),
        (index, name, given) => {
          fc.pre(elements.length > 0)
          const element = elements[index % elements.length]!
          // Without the first of two, the second one counts.
          fc.pre(given !== null || name !== 'href')
          const edit = attributeEdit(html, element, name, given)
          const next = edit ? applyEdits(html, [edit]) : html
          expectSameOutside(html, next, { from: element.from, to: element.openEnd })
          const after = parsed(next)
          const changed = at(after, pathTo(root, element)!) as MarkupElement
          expect(attributeOf(changed, name)).toBe(given ?? undefined)
          const others = (one: MarkupElement) => one.attributes.filter((attribute) => attribute.name !== name).length
          expect(others(changed)).toBe(others(element))
          expect(changed.children.map((child) => shape(child, null))).toEqual(
            element.children.map((child) => shape(child, null)),
          )
          expect(shape(after, changed)).toEqual(shape(root, element))
        },
      ),
      { numRuns: 60 },
    )
  })
})

test('a missing attribute is put after the name of the tag, and names and quotes stay as written', () => {
  const edited = (html: string, name: string, value: string | null) => {
    const [place] = placesOf(html, parsed(html))
    const edit = attributeEdit(html, place!.node as MarkupElement, name, value)
    return edit ? applyEdits(html, [edit]) : html
  }
  expect(edited('<IMG SRC=a.gif>', 'alt', 'A "b"')).toBe('<IMG alt="A &quot;b&quot;" SRC=a.gif>')
  expect(edited("<IMG SRC = 'a.gif'>", 'src', "it's")).toBe("<IMG SRC = 'it&#39;s'>")
  expect(edited('<img WIDTH=20 alt>', 'width', '40')).toBe('<img WIDTH=40 alt>')
  expect(edited('<img WIDTH=20 alt>', 'alt', 'x')).toBe('<img WIDTH=20 alt="x">')
  expect(edited('<img src="a"alt="b">', 'src', null)).toBe('<img alt="b">')
})
