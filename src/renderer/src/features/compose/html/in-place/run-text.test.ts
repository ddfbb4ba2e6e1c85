import { parseFragment } from 'parse5'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEdits } from '../source/edits.ts'
import { isPlainRun, runEdit } from './run-text.ts'

function textOf(source: string): string {
  const [node] = parseFragment(source).childNodes
  return node && 'value' in node ? node.value : ''
}

function typedOver(source: string, typed: string): string {
  const edit = runEdit(source, typed)
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

test('no-break spaces of the browser become ordinary spaces where those would not vanish', () => {
  expect(typedOver('one two', 'one\u00a0more two')).toBe('one more two')
  expect(typedOver('one two', 'one\u00a0 two')).toBe('one &nbsp;two')
  expect(typedOver('one two', 'one\u00a0two')).toBe('one two')
})

test('any typed text is read back as it was typed, whatever the run was', () => {
  const letters = fc.constantFrom('a', 'm', 'p', ';', '&', '<', '>', '#', '3', 'b', '/', '!', 'é', '😀', '{{x}}')
  const run = fc.array(
    fc.oneof(letters, fc.constantFrom('&amp;', '&copy', '&copy;', '&#39;', '&#x1F600;', '\r\n', ' ')),
  )
  const kept = (text: string) => text.replace(/\s/g, ' ')
  fc.assert(
    fc.property(run, fc.array(letters), fc.nat(), fc.nat(), (parts, inserted, at, length) => {
      const source = parts.join('')
      const text = textOf(source)
      fc.pre(isPlainRun(source, text))
      const letterCount = [...text].length
      const before = [...text].slice(0, at % (letterCount + 1))
      const after = [...text].slice(before.length + (length % 3))
      const typed = [...before, ...inserted, ...after].join('')
      expect(kept(textOf(typedOver(source, typed)))).toBe(kept(typed))
    }),
    { numRuns: 2000 },
  )
})
