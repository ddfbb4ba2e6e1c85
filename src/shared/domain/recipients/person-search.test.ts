import { expect, test } from 'vitest'
import { parse } from '../query/parse.ts'
import { print } from '../query/print.ts'
import { personSearch } from './person-search.ts'

test('a filter narrows the messages of a person, and a choice in it lets in nobody else', () => {
  const asked = (filter: string, email = 'ada@x.org') => print(parse(personSearch(email, filter)).query)
  expect(asked(' ')).toBe('to:=ada@x.org')
  expect(asked('invoice state:failed')).toBe('to:=ada@x.org invoice state:failed')
  expect(asked('invoice OR order')).toBe('to:=ada@x.org (invoice OR order)')
  expect(asked('x', "o'hara (home)@x.org")).toBe(`to:="o'hara (home)@x.org" x`)
  expect(asked('invoice) OR order')).toBe('to:=ada@x.org (invoice OR order)')
  expect(asked('invoice OR "order')).toBe('to:=ada@x.org (invoice OR "order")')
  expect(personSearch('ada@x.org', 'state:')).toBe('to:=ada@x.org state:')
})
