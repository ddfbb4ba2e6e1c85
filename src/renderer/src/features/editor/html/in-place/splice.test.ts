import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { realMails } from '#test/support/mails/real-mails.ts'
import {
  applyEdits,
  attributeOf,
  type Edit,
  editablesOf,
  type EditableText,
  lineBreak,
  type MarkupElement,
  type MarkupNode,
  parseMarkup,
  runEdit,
  sourceRange,
  textOfLines,
} from '../../../markup/index.ts'
import { withWholePlaceholders } from '../source/placeholders.ts'
import { attributeEdit } from './attribute-edits.ts'
import { linkEdits, unlinkEdits } from './link-edits.ts'

const mails = realMails.flatMap(({ name, html }) => [
  { name, html },
  { name: `${name} with CRLF`, html: html.replaceAll('\n', '\r\n') },
])

function parsed(html: string): MarkupElement {
  const markup = parseMarkup(html)
  if (markup.isTooLarge) throw new Error('The fixture is too large.')
  return markup.root
}

/** Everything that a reader of the document would see. Consecutive `changed` siblings count as one. */
function shape(node: MarkupNode, changed: ReadonlySet<MarkupNode>): unknown {
  if (node.kind === 'text') return node.text
  if (node.kind === 'comment') return 'comment'
  const { name, attributes, children } = node
  const shapes = children.map((child) => (changed.has(child) ? 'changed' : shape(child, changed)))
  const once = shapes.filter((one, index) => one !== 'changed' || shapes[index - 1] !== 'changed')
  return [name, attributes.map((one) => [one.name, one.value]), once]
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

/** The bytes before and after the edit are unchanged. */
function expectSameOutside(html: string, next: string, editable: { from: number; to: number }): void {
  expect(next.slice(0, editable.from)).toBe(html.slice(0, editable.from))
  expect(next.slice(next.length - (html.length - editable.to))).toBe(html.slice(editable.to))
}

const typedText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 6 }),
      fc.constantFrom('<b>', '</td>', '&amp;', '&', ']]>', '-->', '<!--', '{{name}}', '"', "'", ' ', '<script>', '⏎'),
    ),
  )
  .map((parts) =>
    parts
      .join('')
      .replace(/[\p{Cc}\p{Cs}\p{Cn}\s]+/gu, ' ')
      .replaceAll('⏎', lineBreak),
  )
  .filter((text) => text.trim() !== '')

describe.each(mails)('In the mail $name', ({ html }) => {
  const root = parsed(html)
  const editables = editablesOf(html, root)
  const texts = editables.filter((editable): editable is EditableText => editable.kind === 'text')
  const spaced = (text: string) => text.replace(/[^\S\u2028]/g, ' ')
  const siblings = (under: MarkupElement, path: readonly number[], count: number) =>
    (at(under, path.slice(0, -1)) as MarkupElement).children.slice(path.at(-1), path.at(-1)! + count)

  test('there is something to edit', () => {
    expect(texts.length).toBeGreaterThan(1)
  })

  test('an edited run reads as typed, and not one byte outside it changes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...texts), typedText, fc.nat(), fc.nat(), (editable, typed, start, length) => {
        const letters = [...textOfLines(editable.nodes)]
        const cut = start % (letters.length + 1)
        const text =
          letters.slice(0, cut).join('') + typed + letters.slice(cut + (length % (letters.length - cut + 1))).join('')
        const edit = runEdit(html.slice(editable.from, editable.to), text, '<br>')
        fc.pre(edit !== null)
        const moved: Edit = { from: edit!.from + editable.from, to: edit!.to + editable.from, insert: edit!.insert }
        const next = applyEdits(html, [moved])
        expectSameOutside(html, next, editable)
        const after = parsed(next)
        const grown = [...text.matchAll(/\u2028+|[^\u2028]+/g)].flatMap(({ 0: part }) =>
          part.startsWith(lineBreak) ? [...part] : [part],
        )
        const run = siblings(after, pathTo(root, editable.nodes[0]!)!, grown.length)
        expect(spaced(textOfLines(run))).toBe(spaced(text))
        expect(shape(after, new Set(run))).toEqual(shape(root, new Set(editable.nodes)))
      }),
      { numRuns: 60 },
    )
  })

  test('a part of a run becomes a link, variables whole, and taking the link away brings back every byte', () => {
    const plain = texts.filter(({ link }) => link === null)
    fc.assert(
      fc.property(fc.constantFrom(...plain), fc.nat(), fc.nat(), (editable, start, length) => {
        const text = textOfLines(editable.nodes)
        const from = start % text.length
        const letters = withWholePlaceholders(text, { from, to: from + 1 + (length % (text.length - from)) })
        fc.pre(text.slice(letters.from, letters.to).trim() !== '')
        const inRun = sourceRange(html.slice(editable.from, editable.to), letters.from, letters.to)
        const range = { from: editable.from + inRun.from, to: editable.from + inRun.to }
        const next = applyEdits(html, linkEdits(range, 'https://example.com/?a=1&b="2"'))
        expectSameOutside(html, next, range)
        const after = parsed(next)
        const made = editablesOf(next, after).find(({ link }) => link?.from === range.from)!
        expect(attributeOf(made.link!, 'href')).toBe('https://example.com/?a=1&b="2"')
        expect(made.link!.children.map((child) => (child as { text?: string }).text ?? lineBreak).join('')).toContain(
          text.slice(letters.from, letters.to),
        )
        expect(applyEdits(next, unlinkEdits(made.link!))).toBe(html)
      }),
      { numRuns: 60 },
    )
  })

  test('an attribute gets its value, and nothing else of the document changes', () => {
    const links = editables.flatMap(({ link }) => (link ? [link] : []))
    const images = editables.flatMap((editable) => (editable.kind === 'image' ? [editable.node] : []))
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
          // If the first of two duplicate attributes is removed, the second takes effect.
          fc.pre(given !== null || name !== 'href')
          const edit = attributeEdit(html, element, name, given)
          const next = edit ? applyEdits(html, [edit]) : html
          expectSameOutside(html, next, { from: element.from, to: element.openEnd })
          const after = parsed(next)
          const changed = at(after, pathTo(root, element)!) as MarkupElement
          expect(attributeOf(changed, name)).toBe(given ?? undefined)
          const others = (one: MarkupElement) => one.attributes.filter((attribute) => attribute.name !== name).length
          expect(others(changed)).toBe(others(element))
          const same = new Set<MarkupNode>()
          expect(changed.children.map((child) => shape(child, same))).toEqual(
            element.children.map((child) => shape(child, same)),
          )
          expect(shape(after, new Set([changed]))).toEqual(shape(root, new Set([element])))
        },
      ),
      { numRuns: 60 },
    )
  })
})

test('a missing attribute is put after the name of the tag, and names and quotes stay as written', () => {
  const edited = (html: string, name: string, value: string | null) => {
    const [editable] = editablesOf(html, parsed(html))
    const edit = editable?.kind === 'image' ? attributeEdit(html, editable.node, name, value) : null
    return edit ? applyEdits(html, [edit]) : html
  }
  expect(edited('<IMG SRC=a.gif>', 'alt', 'A "b"')).toBe('<IMG alt="A &quot;b&quot;" SRC=a.gif>')
  expect(edited("<IMG SRC = 'a.gif'>", 'src', "it's")).toBe("<IMG SRC = 'it&#39;s'>")
  expect(edited('<img WIDTH=20 alt>', 'width', '40')).toBe('<img WIDTH=40 alt>')
  expect(edited('<img WIDTH=20 alt>', 'alt', 'x')).toBe('<img WIDTH=20 alt="x">')
  expect(edited('<img src="a"alt="b">', 'src', null)).toBe('<img alt="b">')
})
