import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Selection, rowAfterKey } from './selection.ts'

test('a click selects one row, Shift a range from there, Ctrl one row more or less', () => {
  const one = Selection.none.only(5)
  expect(one.ranges).toEqual([{ first: 5, last: 5 }])
  const range = one.extend(8)
  expect(range.ranges).toEqual([{ first: 5, last: 8 }])
  expect(range.extend(2).ranges).toEqual([{ first: 2, last: 5 }])
  const hole = range.toggle(6)
  expect(hole.ranges).toEqual([
    { first: 5, last: 5 },
    { first: 7, last: 8 },
  ])
  expect(hole.toggle(6).ranges).toEqual([{ first: 5, last: 8 }])
  expect(hole.size).toBe(3)
})

test('all of ten million is one range', () => {
  const all = Selection.none.all(10_000_000)
  expect(all.ranges).toHaveLength(1)
  expect(all.size).toBe(10_000_000)
  expect(all.has(9_999_999)).toBe(true)
  expect(Selection.none.all(0).size).toBe(0)
})

test('Shift selects a single row while nothing is selected', () => {
  expect(Selection.none.extend(4).ranges).toEqual([{ first: 4, last: 4 }])
})

test('moving the keyboard row keeps the selection, and clearing keeps the keyboard row', () => {
  const moved = Selection.none.only(1).moveTo(9)
  expect([moved.active, moved.size]).toEqual([9, 1])
  const cleared = moved.clear()
  expect([cleared.active, cleared.size]).toEqual([9, 0])
})

test('it moves with its rows, and is cut at the top', () => {
  const chosen = Selection.none.only(3).toggle(10)
  expect(chosen.movedBy(5)).toMatchObject({
    ranges: [
      { first: 8, last: 8 },
      { first: 15, last: 15 },
    ],
    active: 15,
  })
  expect(chosen.movedBy(-4)).toMatchObject({ ranges: [{ first: 6, last: 6 }], active: 6 })
  expect(Selection.none.all(10).movedBy(-4).ranges).toEqual([{ first: 0, last: 5 }])
})

test('toggling agrees with a plain set, and ranges stay sorted, separate and not empty', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 60 }), (toggled) => {
      const set = new Set<number>()
      let selection = Selection.none
      for (const index of toggled) {
        if (!set.delete(index)) set.add(index)
        selection = selection.toggle(index)
      }
      expect([...selection.indexes()]).toEqual([...set].sort((a, b) => a - b))
      selection.ranges.forEach((range, place) => {
        expect(range.last).toBeGreaterThanOrEqual(range.first)
        const before = selection.ranges[place - 1]
        if (before) expect(range.first).toBeGreaterThan(before.last + 1)
      })
    }),
  )
})

test('keys stay within the rows', () => {
  expect(rowAfterKey('ArrowDown', -1, { count: 10, page: 5 })).toBe(0)
  expect(rowAfterKey('ArrowUp', -1, { count: 10, page: 5 })).toBe(9)
  expect(rowAfterKey('ArrowDown', 9, { count: 10, page: 5 })).toBe(9)
  expect(rowAfterKey('PageDown', 3, { count: 10, page: 5 })).toBe(8)
  expect(rowAfterKey('PageDown', 8, { count: 10, page: 5 })).toBe(9)
  expect(rowAfterKey('PageUp', 3, { count: 10, page: 5 })).toBe(0)
  expect(rowAfterKey('Home', 3, { count: 10, page: 5 })).toBe(0)
  expect(rowAfterKey('End', 3, { count: 10, page: 5 })).toBe(9)
  expect(rowAfterKey('a', 3, { count: 10, page: 5 })).toBeUndefined()
  expect(rowAfterKey('End', -1, { count: 0, page: 5 })).toBeUndefined()
})
