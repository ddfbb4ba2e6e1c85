import { expect, it } from 'vitest'
import { fieldHelp } from './fields.ts'
import { languageRows, searchLanguage } from './language.ts'
import { parse } from './parse.ts'
import { repairsOf } from './repairs.ts'

it.each(searchLanguage)('$form has an example that can be tried: $example', ({ example }) => {
  expect(parse(example).errors).toEqual([])
  expect(repairsOf(example, { dayFirst: true })).toEqual([])
})

it('explains every field, and nothing twice', () => {
  for (const { name } of fieldHelp) {
    const explained = searchLanguage.filter(({ form }) => new RegExp(`\\b${name}[.:]`).test(form))
    expect(explained.length, name).toBeGreaterThan(0)
  }
  for (const part of ['form', 'finds', 'example'] as const) {
    expect(new Set(searchLanguage.map((row) => row[part])).size, part).toBe(searchLanguage.length)
  }
})

it('is found by the words of a row', () => {
  expect(languageRows('SIZE bytes').map(({ form }) => form)).toEqual(['size:>n'])
  expect(languageRows(' ')).toEqual(searchLanguage)
  expect(languageRows('nothing of the kind')).toEqual([])
})
