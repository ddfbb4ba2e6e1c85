import { expect, test } from 'vitest'
import { stepActive, suggest } from './suggestions.ts'

const choices = [
  { value: 'a', label: 'Maria José' },
  { value: 'b', label: 'Joseph' },
  { value: 'c', label: 'Ann', detail: 'josie@example.com' },
]

test('accents and case do not matter, what starts with the text comes first', () => {
  expect(suggest(choices, 'JOSE').map((choice) => choice.value)).toEqual(['b', 'a'])
  expect(suggest(choices, 'jos').map((choice) => choice.value)).toEqual(['b', 'a', 'c'])
  expect(suggest(choices, 'jose maria').map((choice) => choice.value)).toEqual(['a'])
  expect(suggest(choices, '  ')).toHaveLength(3)
})

test('the active entry goes round and skips what cannot be chosen', () => {
  const list = [{ value: 'a', label: 'a', disabled: true }, ...choices]
  expect(stepActive(list, -1, 1)).toBe(1)
  expect(stepActive(list, 3, 1)).toBe(1)
  expect(stepActive(list, 1, -1)).toBe(3)
  expect(stepActive([{ value: 'a', label: 'a', disabled: true }], -1, 1)).toBe(-1)
  expect(stepActive([], -1, 1)).toBe(-1)
})
