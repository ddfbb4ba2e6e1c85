import { expect, test } from 'vitest'
import { shortened } from './shortened.ts'

test('a long text is cut after eighty characters, and no character is split', () => {
  expect(shortened('to:jane@example.com')).toBe('to:jane@example.com')
  expect(shortened('a'.repeat(80))).toBe('a'.repeat(80))
  expect(shortened('😀'.repeat(80))).toBe('😀'.repeat(80))
  expect(shortened('😀'.repeat(20_000))).toBe(`${'😀'.repeat(80)}…`)
})
