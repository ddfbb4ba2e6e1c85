import { parseFragment } from 'parse5'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEdits } from './edits.ts'
import { lineBreak, runEdit, sourceRange, sourceRanges, textOfRun, textRange } from './run-text.ts'

function textOf(source: string): string {
  const text = parseFragment(source).childNodes.map((node) => {
    if ('value' in node) return node.value
    return node.nodeName === 'br' ? lineBreak : node.nodeName
  })
  return text.join('')
}

function typedOver(source: string, typed: string): string {
  const edit = runEdit(source, typed.replaceAll('⏎', lineBreak), '<br />')
  return edit ? applyEdits(source, [edit]) : source
}

test('only what was typed is replaced, and references beside it stay as written', () => {
  expect(typedOver('&copy; 2025 Fish &amp; Chips&nbsp;Ltd', '© 2026 Fish & Chips\u00a0Ltd')).toBe(
    '&copy; 2026 Fish &amp; Chips&nbsp;Ltd',
  )
  expect(typedOver('one\r\n  two', 'one\n  too')).toBe('one\r\n  too')
})

test('typed signs are escaped', () => {
  expect(typedOver('a b', 'a <b> & c b')).toBe('a &lt;b&gt; &amp; c b')
})

test('a bare sign before the edit never becomes a reference or a tag', () => {
  for (const [source, typed] of [
    ['R&D', 'R&amp;D'],
    ['a <3b', 'a <b'],
    ['&copy;x', '©;x'],
    ['x &copy y', 'x ©right y'],
  ] as const) {
    expect(textOf(typedOver(source, typed)), source).toBe(typed)
  }
})

test('a bare sign before the edit never becomes a comment with the tag that follows', () => {
  expect(typedOver('a <<br>b', 'a </⏎b')).toBe('a &lt;/<br>b')
  expect(typedOver('a <', 'a </')).toBe('a &lt;/')
  expect(typedOver('a <', 'a <!')).toBe('a &lt;!')
})

test('no-break spaces of the browser become ordinary spaces where those would not vanish', () => {
  expect(typedOver('one two', 'one\u00a0more two')).toBe('one more two')
  expect(typedOver('one two', 'one\u00a0 two')).toBe('one &nbsp;two')
  expect(typedOver('one two', 'one\u00a0two')).toBe('one two')
})

test('a line break is written as a tag, and the others stay as written', () => {
  expect(typedOver('Hello world', 'Hello⏎world')).toBe('Hello<br />world')
  expect(typedOver('One<BR class="x">two<br/>3 &amp; 4', 'One⏎two⏎⏎3 & 4')).toBe(
    'One<BR class="x">two<br/><br />3 &amp; 4',
  )
  expect(typedOver('One<br class="x">two<br/>three', 'Onetwo⏎three')).toBe('Onetwo<br/>three')
  expect(typedOver('A&lt;<br>B&lt;<br>R&D', 'A<⏎B<⏎R&amp;D')).toBe('A&lt;<br>B&lt;<br>R&amp;amp;D')
})

test('a run is text and line breaks alone', () => {
  expect(textOfRun('a &amp; b<br/>c')).toBe(`a & b${lineBreak}c`)
  expect(textOfRun('a <b>b</b>')).toBeNull()
  expect(textOfRun('a<!-- b -->')).toBeNull()
  expect(textOfRun('a<branch>')).toBeNull()
  expect(textOfRun(`a${lineBreak}b`)).toBeNull()
})

test('any typed text is read back as it was typed, whatever the run was', () => {
  const letters = fc.constantFrom(...'amp;&<>#3b/!é⏎', '😀', '{{x}}')
  const run = fc.array(
    fc.oneof(
      letters.filter((letter) => letter !== '⏎'),
      fc.constantFrom('&amp;', '&copy', '&copy;', '&#39;', '&#x1F600;', '\r\n', ' ', '<br>', '<BR/>', '<br class="a">'),
    ),
  )
  const kept = (text: string) => text.replaceAll('⏎', lineBreak).replace(/[^\S\u2028]/g, ' ')
  fc.assert(
    fc.property(run, fc.array(letters), fc.nat(), fc.nat(), (parts, inserted, at, length) => {
      const source = parts.join('')
      const text = textOf(source)
      fc.pre(textOfRun(source) === text)
      const letterCount = [...text].length
      const before = [...text].slice(0, at % (letterCount + 1))
      const after = [...text].slice(before.length + (length % 3))
      const typed = [...before, ...inserted, ...after].join('')
      expect(kept(textOf(typedOver(source, typed)))).toBe(kept(typed))
    }),
    { numRuns: 2000 },
  )
})

test('the source of several parts is that of each of them', () => {
  const parts = fc.array(fc.constantFrom('ab', ' ', '&amp;', '&nGt;', '<br>', 'c\r\n', 'é'))
  fc.assert(
    fc.property(parts, fc.array(fc.nat(20)), (pieces, offsets) => {
      const source = pieces.join('')
      const { length } = textOf(source)
      const ends = offsets.map((offset) => offset % (length + 1)).toSorted((one, other) => one - other)
      const ranges = ends.flatMap((to, at) => (at % 2 === 0 ? [] : [{ from: ends[at - 1]!, to }]))
      expect(sourceRanges(source, ranges)).toEqual(ranges.map(({ from, to }) => sourceRange(source, from, to)))
    }),
  )
})

test('a part of the source is found in the text that is read from it', () => {
  const source = 'Fish &amp; Chips<br>{{name}}'
  const found = (part: string) => {
    const from = source.indexOf(part)
    const range = textRange(source, from, from + part.length)
    return textOf(source).slice(range.from, range.to)
  }
  expect(found('Chips')).toBe('Chips')
  expect(found('amp')).toBe('&')
  expect(found('Chips<br>{{')).toBe(`Chips${lineBreak}{{`)
  expect(found(source)).toBe(textOf(source))
})
