import { expect, it } from 'vitest'
import { english, plural } from './plural.ts'

it('gives each count its word', () => {
  expect(plural(english, 0, 'message')).toBe('0 messages')
  expect(plural(english, 1, 'message')).toBe('1 message')
  expect(plural(english, 1204, 'message')).toBe('1,204 messages')
  expect(plural(english, 1, 'row was', 'rows were')).toBe('1 row was')
  expect(plural(english, 2, 'row was', 'rows were')).toBe('2 rows were')
})

it('takes the form for the category of the count', () => {
  const forms = { one: '# wpis', other: '# wpisów (#)' }
  expect([0, 1, 1204].map((count) => plural(english, count, forms))).toEqual([
    '0 wpisów (0)',
    '1 wpis',
    '1,204 wpisów (1,204)',
  ])
})
