import { expect, test } from 'vitest'
import { newestFirst } from '#shared/domain/message/search.ts'
import { Selection } from '../../lib/ui/table/selection.ts'
import { findAgain, keepForReload, placeAfterReload, placeIn, type MessagePlace } from './message-place.ts'

const place: MessagePlace = {
  ...{ accountId: 'shop', text: 'invoice', sort: newestFirst, count: 100 },
  ...{ selection: Selection.none.only(40), row: 1040, top: 30.5 },
}
/** Rows 1000, 1001, …; as many as given came in above them. */
const rowsAfter = (news: number) => (index: number) => Promise.resolve(1000 + index - news)

test('a place is that of its own search alone', () => {
  const kept = { messages: place }
  const asked = { accountId: 'shop', text: 'invoice', sort: { ...newestFirst } }
  expect(placeIn(kept, asked)).toBe(place)
  expect(placeIn(kept, { ...asked, text: '' })).toBeUndefined()
  expect(placeIn(kept, { ...asked, accountId: 'other' })).toBeUndefined()
  expect(placeIn(kept, { ...asked, sort: { field: 'size', descending: true } })).toBeUndefined()
  expect(placeIn({}, asked)).toBeUndefined()
})

test('a place outlives a reload of the page, once, and without the words of the search', () => {
  const items = new Map<string, string>()
  const store = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  }
  const asked = { accountId: 'shop', text: 'invoice', sort: newestFirst }
  expect(placeAfterReload(store, 'step', asked)).toBeUndefined()
  keepForReload(store, 'step', place)
  expect([...items.values()].join('')).not.toContain('invoice')
  expect(placeAfterReload(store, 'step', asked)).toEqual(place)
  expect(placeAfterReload(store, 'step', asked)).toBeUndefined()
  keepForReload(store, 'step', place)
  expect(placeAfterReload(store, 'another step', asked)).toBeUndefined()
  keepForReload(store, 'step', place)
  expect(placeAfterReload(store, 'step', { ...asked, accountId: 'other' })).toBeUndefined()
  keepForReload(store, 'step', { ...place, row: undefined, selection: Selection.none })
  expect(placeAfterReload(store, 'step', asked)).toMatchObject({ top: 30.5, selection: Selection.none })
})

test('the same rows are selected where nothing changed', async () => {
  expect(await findAgain(place, 100, rowsAfter(0))).toEqual({ selection: place.selection, top: 30.5 })
})

test('the opened row is found further down where records came in', async () => {
  const found = await findAgain(place, 103, rowsAfter(3))
  expect(found?.selection.ranges).toEqual([{ first: 43, last: 43 }])
  expect(found?.top).toBe(33.5)
})

test('a row that is not found again leaves nothing selected', async () => {
  expect(await findAgain(place, 100, rowsAfter(7))).toBeUndefined()
  expect(await findAgain({ ...place, row: undefined }, 100, rowsAfter(0))).toBeUndefined()
})
