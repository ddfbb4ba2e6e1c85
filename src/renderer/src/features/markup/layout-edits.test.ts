import { describe, expect, test } from 'vitest'
import { realMails } from '#test/support/mails/real-mails.ts'
import { applyEdits } from './edits.ts'
import { breakLongLines, formatEdits } from './layout-edits.ts'
import type { MarkupElement, MarkupNode } from './markup.ts'
import { parseMarkup } from './parse-markup.ts'

function rootOf(html: string): MarkupElement {
  const markup = parseMarkup(html)
  if (markup.isTooLarge) throw new Error('The text is too large.')
  return markup.root
}

/** The document, ignoring the amount of space between words. */
function words(node: MarkupNode): unknown[] {
  if (node.kind === 'comment') return ['comment']
  if (node.kind === 'text') {
    const text = node.text.replace(/\s+/g, ' ').trim()
    return text === '' ? [] : [text]
  }
  return [[node.name, node.attributes.map(({ name, value }) => [name, value]), node.children.flatMap(words)]]
}

const spaceless = (text: string) => text.replace(/\s+/g, '')

describe.each(realMails)('The mail $name', ({ html }) => {
  test('has the same document and letters after its long lines were broken', () => {
    const long = html
      .replace(/\s*\n\s*/g, ' ')
      .replaceAll('<p>', '<p> word '.repeat(1))
      .repeat(1)
    const broken = applyEdits(long, breakLongLines(long, rootOf(long)))
    expect(spaceless(broken)).toBe(spaceless(long))
    expect(words(rootOf(broken))).toEqual(words(rootOf(long)))
  })

  test('has the same document and letters after it was formatted, and formatting again changes nothing', () => {
    const formatted = applyEdits(html, formatEdits(html, rootOf(html)))
    expect(spaceless(formatted)).toBe(spaceless(html))
    expect(words(rootOf(formatted))).toEqual(words(rootOf(html)))
    expect(formatEdits(formatted, rootOf(formatted))).toEqual([])
  })
})

test('a mail on one line becomes lines that an editor can show', () => {
  const row = `<tr><td style="a:b" class="c">Some text of a cell</td><td>${'word '.repeat(300)}</td></tr>`
  const html = `<table>${row.repeat(300)}</table>`
  const broken = applyEdits(html, breakLongLines(html, rootOf(html)))
  expect(Math.max(...broken.split('\n').map((line) => line.length))).toBeLessThan(500)
})

test('text in which every space counts is left alone', () => {
  const html = `<pre>${'a b '.repeat(500)}</pre><textarea>${'a b '.repeat(500)}</textarea>`
  expect(breakLongLines(html, rootOf(html))).toEqual([])
  expect(applyEdits(html, formatEdits(html, rootOf(html)))).toContain('a b a b')
})

test('formatting indents blocks by their depth', () => {
  const html = '<table><tr><td>One <b>two</b></td><td><p>Three</p></td></tr></table>'
  expect(applyEdits(html, formatEdits(html, rootOf(html)))).toBe(
    [
      '<table>',
      '  <tr>',
      '    <td>One <b>two</b></td>',
      '    <td>',
      '      <p>Three</p>',
      '    </td>',
      '  </tr>',
      '</table>',
    ].join('\n'),
  )
})
