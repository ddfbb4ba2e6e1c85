import { expect, it } from 'vitest'
import { plural } from './plural.ts'

it('gives each count its word', () => {
  const formats = { number: (value: number) => value.toLocaleString('en') }
  expect(plural(formats, 0, 'message')).toBe('0 messages')
  expect(plural(formats, 1, 'message')).toBe('1 message')
  expect(plural(formats, 1204, 'message')).toBe('1,204 messages')
  expect(plural(formats, 1, 'row was', 'rows were')).toBe('1 row was')
  expect(plural(formats, 2, 'row was', 'rows were')).toBe('2 rows were')
})
