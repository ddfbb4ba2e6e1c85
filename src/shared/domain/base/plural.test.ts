import { expect, it } from 'vitest'
import { english, plural } from './plural.ts'

it('gives each count its word', () => {
  expect(plural(english, 0, 'message')).toBe('0 messages')
  expect(plural(english, 1, 'message')).toBe('1 message')
  expect(plural(english, 1204, 'message')).toBe('1,204 messages')
  expect(plural(english, 1, 'row was', 'rows were')).toBe('1 row was')
  expect(plural(english, 2, 'row was', 'rows were')).toBe('2 rows were')
})
