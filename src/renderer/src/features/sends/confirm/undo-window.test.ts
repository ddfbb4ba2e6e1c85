import { expect, test } from 'vitest'
import { undoFrom } from './undo-window.ts'

test('a time to undo is remembered, but not that somebody once did without', () => {
  expect(undoFrom(30)).toBe(30)
  expect(undoFrom(5)).toBe(5)
  for (const saved of [0, undefined, 'soon']) expect(undoFrom(saved)).toBe(10)
})
