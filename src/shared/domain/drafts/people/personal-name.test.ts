import { expect, test } from 'vitest'
import { personalNameReader } from './personal-name.ts'

const nameOf = (columns: string[], values: (string | null)[], name = '') =>
  personalNameReader(columns)({ address: 'A.Lee@x.example', name, values, parts: [] })

test('the name is beside the address, or in the columns of a table that are called so', () => {
  expect(nameOf([], [], ' Ann  Lee\n')).toBe('Ann Lee')
  expect(nameOf(['name'], ['Bob'], 'Ann Lee')).toBe('Ann Lee')
  expect(nameOf(['city', 'Full name'], ['Rome', 'Ann Lee'])).toBe('Ann Lee')
  expect(nameOf(['lastName', 'first_name'], ['Lee', 'Ann'])).toBe('Ann Lee')
  expect(nameOf(['Nachname', 'Vorname'], ['Lee', null])).toBe('Lee')
  // Without a name in one column, a person may have a name in the others.
  expect(nameOf(['name', 'firstName'], [null, 'Ann'])).toBe('Ann')
})

test('other values are no names, and neither is the address', () => {
  expect(nameOf(['city', 'code'], ['Rome', '7'])).toBe('')
  expect(nameOf([], [], 'a.lee@X.example')).toBe('')
})
