import { expect, test } from 'vitest'
import { caretOutside, placeholderBeside } from './placeholders.ts'

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

test('Backspace and Delete beside a variable mean the whole of it', () => {
  expect(placeholderBeside(text, 11, 'before')).toEqual({ from: 3, to: 11 })
  expect(placeholderBeside(text, 3, 'after')).toEqual({ from: 3, to: 11 })
  expect(placeholderBeside(text, 3, 'before')).toBeNull()
})
