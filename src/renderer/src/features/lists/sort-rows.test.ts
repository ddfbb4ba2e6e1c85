import { expect, test } from 'vitest'
import { sortRows } from './sort-rows.ts'

type Row = { name: string; count: number }
const columns = [
  { id: 'name', text: ({ name }: Row) => name },
  { id: 'count', text: ({ count }: Row) => `${count} of them`, order: ({ count }: Row) => count },
]
const rows: Row[] = [
  { name: 'list 10', count: 2 },
  { name: 'List 9', count: 11 },
]
const names = (column: string, direction: 'ascending' | 'descending') =>
  sortRows(rows, { column, direction }, columns).map(({ name }) => name)

test('rows are in the order of a column, numbers by their size, also inside a text', () => {
  expect(names('count', 'ascending')).toEqual(['list 10', 'List 9'])
  expect(names('count', 'descending')).toEqual(['List 9', 'list 10'])
  expect(names('name', 'ascending')).toEqual(['List 9', 'list 10'])
})

test('rows stay as they are where the column is gone', () => {
  expect(names('gone', 'descending')).toEqual(['list 10', 'List 9'])
})
