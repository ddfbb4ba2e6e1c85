import { expect, test } from 'vitest'
import {
  gridTemplate,
  loadedRows,
  nextSort,
  orderedColumns,
  shownColumns,
  withHidden,
  withMoved,
  withWidth,
  type TableLayout,
} from './columns.ts'
import { Selection } from './selection.ts'

const columns = [
  { id: 'date', width: 120 },
  { id: 'to', grow: true },
  { id: 'state' },
  { id: 'tag', startHidden: true },
]
const ids = (list: readonly { id: string }[]) => list.map((column) => column.id)

test('columns start as designed', () => {
  expect(ids(shownColumns(columns, {}))).toEqual(['date', 'to', 'state'])
  expect(gridTemplate(shownColumns(columns, {}), {})).toBe('120px minmax(140px, 1fr) 140px 32px')
})

test('hiding, showing and sizing leave the columns themselves unchanged', () => {
  let layout: TableLayout = withHidden(withHidden({}, 'tag', false), 'date', true)
  expect(ids(shownColumns(columns, layout))).toEqual(['to', 'state', 'tag'])
  layout = withWidth(layout, columns[1]!, 10)
  expect(gridTemplate(shownColumns(columns, layout), layout)).toBe('48px 140px 140px minmax(32px, 1fr)')
})

test('a column moves past its visible neighbour, and no further than the end', () => {
  const layout = withHidden({}, 'to', true)
  const moved = withMoved(columns, layout, { id: 'date', step: 1 })
  expect(ids(shownColumns(columns, moved))).toEqual(['state', 'date'])
  expect(withMoved(columns, moved, { id: 'date', step: 1 })).toBe(moved)
  expect(ids(shownColumns(columns, withMoved(columns, moved, { id: 'date', step: -1 })))).toEqual(['date', 'state'])
})

test('a layout saved by an older version still works', () => {
  const layout = { order: ['state', 'gone', 'date'], widths: { gone: 10 } }
  expect(ids(orderedColumns(columns, layout))).toEqual(['state', 'tag', 'date', 'to'])
})

test('the last column cannot be hidden', () => {
  const layout = { hidden: { date: true, to: true, state: true } }
  expect(ids(shownColumns(columns, layout))).toEqual(['date'])
})

test('a click sorts, and another reverses the order', () => {
  const first = nextSort(undefined, { id: 'date', sorts: 'descending' })
  expect(first).toEqual({ column: 'date', direction: 'descending' })
  expect(nextSort(first, { id: 'date' }).direction).toBe('ascending')
  expect(nextSort(first, { id: 'to' })).toEqual({ column: 'to', direction: 'ascending' })
})

test('a copy contains the loaded rows and their number', () => {
  const rows = [{ to: 'a' }, undefined, { to: 'c' }]
  const to = { id: 'to', label: 'To', text: (row: { to: string }) => row.to }
  expect(loadedRows([to], Selection.none.all(3), (index) => rows[index])).toEqual({ text: 'a\nc', rows: 2 })
})
