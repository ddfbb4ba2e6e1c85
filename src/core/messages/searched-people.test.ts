import { expect, test } from 'vitest'
import { parse } from '#shared/domain/query/parse.ts'
import { searchedPeople } from './searched-people.ts'

const found = [{ email: 'Ada@example.org' }, { email: 'bob@example.org' }]
const people = (text: string): string[] => searchedPeople(parse(text).query, found)

test('a search names the people whose addresses it has, and who were found', () => {
  expect(people('ada@example.org')).toEqual(['Ada@example.org'])
  expect(people('tag:invoice (to:ada@example.org OR to:"bob@example.org")')).toEqual([
    'Ada@example.org',
    'bob@example.org',
  ])
  expect(people('ada@example.or')).toEqual([])
  expect(people('to:eve@example.org')).toEqual([])
  expect(people('from:ada@example.org')).toEqual([])
  expect(people('invoice -to:ada@example.org')).toEqual([])
})
