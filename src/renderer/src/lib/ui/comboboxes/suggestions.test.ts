import { expect, test } from 'vitest'
import { optionAfterKey, suggest } from './suggestions.ts'

const options = [
  { value: 'a', label: 'Maria José' },
  { value: 'b', label: 'Joseph' },
  { value: 'c', label: 'Ann', detail: 'josie@example.com' },
]

test('matching ignores accents and case, and options that start with the text come first', () => {
  expect(suggest(options, 'JOSE').map((option) => option.value)).toEqual(['b', 'a'])
  expect(suggest(options, 'jos').map((option) => option.value)).toEqual(['b', 'a', 'c'])
  expect(suggest(options, 'jose maria').map((option) => option.value)).toEqual(['a'])
  expect(suggest(options, '  ')).toHaveLength(3)
})

test('arrow keys wrap around and skip the options that cannot be chosen', () => {
  const list = [{ value: 'a', label: 'a', disabled: true }, ...options]
  expect(optionAfterKey(list, -1, 'ArrowDown')).toBe(1)
  expect(optionAfterKey(list, 3, 'ArrowDown')).toBe(1)
  expect(optionAfterKey(list, 1, 'ArrowUp')).toBe(3)
  expect(optionAfterKey([{ value: 'a', label: 'a', disabled: true }], -1, 'ArrowDown')).toBe(-1)
  expect(optionAfterKey([], -1, 'ArrowDown')).toBe(-1)
})
