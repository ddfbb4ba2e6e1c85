import { expect, test } from 'vitest'
import { caretOutside, withWholePlaceholders } from './placeholders.ts'

const text = 'Hi {{name}}!'

test('a caret that moves into a variable goes on to its other side', () => {
  expect(caretOutside(text, 4, 3)).toBe(11)
  expect(caretOutside(text, 10, 11)).toBe(3)
  expect([0, 3, 11, 12].map((offset) => caretOutside(text, offset, 0))).toEqual([0, 3, 11, 12])
})

test('a caret stays out of the indentation of the source', () => {
  const indented = '\n    Hi there\n  '
  expect([0, 3, 5, 7, 13, 14, 16].map((offset) => caretOutside(indented, offset, 0))).toEqual([5, 5, 5, 7, 13, 13, 13])
  expect([0, 9].map((offset) => caretOutside(' Hi there', offset, 0))).toEqual([0, 9])
  expect(caretOutside('\n  ', 2, 0)).toBe(2)
})

test('a part that cuts a variable includes the whole of it', () => {
  expect(withWholePlaceholders(text, { from: 10, to: 11 })).toEqual({ from: 3, to: 11 })
  expect(withWholePlaceholders(text, { from: 1, to: 4 })).toEqual({ from: 1, to: 11 })
  expect(withWholePlaceholders(text, { from: 11, to: 12 })).toEqual({ from: 11, to: 12 })
  expect(withWholePlaceholders(text, { from: 3, to: 3 })).toEqual({ from: 3, to: 3 })
})
