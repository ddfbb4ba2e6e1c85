import { describe, expect, test } from 'vitest'
import type { DraftPeople } from '#shared/contract/base/draft.ts'
import { gridColumns } from '#shared/domain/drafts/people/grid-columns.ts'
import { columnEdges } from './table/column-edges.ts'
import { cellAfterKey, cellAfterTab, columnsInView, rangeOfCells } from './table/grid-moves.ts'
import { PeopleHistory } from '../../editor/index.ts'

const size = { rows: 100, columns: 5, page: 10 }
const press = (key: string, held: Partial<KeyboardEvent> = {}) =>
  ({ key, shiftKey: false, ctrlKey: false, metaKey: false, ...held }) as KeyboardEvent

describe('The active cell', () => {
  test.each([
    ['ArrowDown', {}, [6, 2]],
    ['ArrowUp', {}, [4, 2]],
    ['ArrowRight', {}, [5, 3]],
    ['ArrowLeft', {}, [5, 1]],
    ['ArrowDown', { ctrlKey: true }, [99, 2]],
    ['ArrowLeft', { metaKey: true }, [5, 0]],
    ['PageDown', {}, [15, 2]],
    ['PageUp', {}, [0, 2]],
    ['Home', {}, [5, 0]],
    ['End', { ctrlKey: true }, [99, 4]],
  ])('moves by %s %j', (key, held, [row, column]) => {
    expect(cellAfterKey({ row: 5, column: 2 }, press(key, held), size)).toEqual({ row, column })
  })

  test('stays where a letter is typed', () => {
    expect(cellAfterKey({ row: 0, column: 0 }, press('a'), size)).toBeUndefined()
  })

  test('goes on in the next row by Tab, and leaves the table at its ends', () => {
    expect(cellAfterTab({ row: 1, column: 4 }, false, size)).toEqual({ row: 2, column: 0 })
    expect(cellAfterTab({ row: 1, column: 0 }, true, size)).toEqual({ row: 0, column: 4 })
    expect(cellAfterTab({ row: 99, column: 4 }, false, size)).toBeUndefined()
    expect(cellAfterTab({ row: 0, column: 0 }, true, size)).toBeUndefined()
  })
})

test('a selection is the same from every corner', () => {
  const range = { top: 1, bottom: 4, left: 2, right: 3 }
  expect(rangeOfCells({ row: 4, column: 2 }, { row: 1, column: 3 })).toEqual(range)
})

test('only the columns in view are drawn, with one more on each side', () => {
  const offsets = Array.from({ length: 201 }, (_none, at) => 50 + at * 100)
  expect(columnsInView(offsets, 5050, 300)).toEqual({ first: 49, end: 54 })
  expect(columnsInView(offsets, 0, 300)).toEqual({ first: 0, end: 4 })
  expect(columnsInView(offsets, 999_999, 300).end).toBe(200)
})

test('a narrow table shows two variables beside the address, a wide one the whole address', () => {
  const columns = gridColumns(['a', 'b'], ['a', 'b'])
  const edges = (width: number, rows = 50) => columnEdges({ columns, hasFiles: true, rows, width })
  expect(edges(394)).toHaveLength(6)
  // The address, the name and the first variable, and half of the second.
  expect(edges(394)[4]! - 52).toBeLessThan(394)
  expect(edges(1000)[1]! - edges(1000)[0]!).toBe(240)
  expect(edges(0)[1]! - edges(0)[0]!).toBe(110)
  expect(edges(394, 100_000)[0]!).toBeGreaterThan(edges(394)[0]!)
})

describe('The history of the recipients', () => {
  const states = Array.from({ length: 4 }, (_none, at): DraftPeople => ({ columns: [`${at}`], rows: [] }))
  const [a, b, c, d] = states as [DraftPeople, DraftPeople, DraftPeople, DraftPeople]

  test('returns step by step, and forward again', () => {
    const history = new PeopleHistory()
    history.add(a, b)
    history.add(b, c)
    expect(history.undo(c)).toBe(b)
    expect(history.undo(b)).toBe(a)
    expect(history.undo(a)).toBeNull()
    expect(history.redo(a)).toBe(b)
    expect(history.redo(b)).toBe(c)
    expect(history.redo(c)).toBeNull()
  })

  test('undoes what the field of addresses changed as a step of its own', () => {
    const history = new PeopleHistory()
    history.add(a, b)
    expect(history.undo(c)).toBe(b)
    expect(history.undo(b)).toBe(a)
    history.add(a, b)
    history.add(c, d)
    expect([history.undo(d), history.undo(c), history.undo(b)]).toEqual([c, b, a])
  })

  test('does not bring back what was undone over a change from elsewhere', () => {
    const history = new PeopleHistory()
    history.add(a, b)
    history.undo(b)
    expect(history.redo(c)).toBeNull()
    expect(history.redo(a)).toBe(b)
  })

  test('forgets what was undone once something else is changed', () => {
    const history = new PeopleHistory()
    history.add(a, b)
    history.undo(b)
    history.add(a, c)
    expect(history.redo(c)).toBeNull()
    expect(history.undo(c)).toBe(a)
  })
})
