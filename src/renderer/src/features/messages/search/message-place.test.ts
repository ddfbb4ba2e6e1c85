import { expect, test } from 'vitest'
import { newestFirst } from '#shared/domain/messages/search.ts'
import { Selection } from '../../../lib/ui/table/selection.ts'
import { keepForReload, placeAfterReload, placeIn, type MessagePlace } from './message-place.ts'

const place: MessagePlace = {
  accountId: 'shop',
  text: 'invoice',
  sort: newestFirst,
  selection: Selection.none.only(40),
  row: 1040,
  top: 30.5,
}
test('a place belongs to its own search only', () => {
  const kept = { messages: place }
  const asked = { accountId: 'shop', text: 'invoice', sort: { ...newestFirst } }
  expect(placeIn(kept, asked)).toBe(place)
  expect(placeIn(kept, { ...asked, text: '' })).toBeUndefined()
  expect(placeIn(kept, { ...asked, accountId: 'other' })).toBeUndefined()
  expect(placeIn(kept, { ...asked, sort: { field: 'size', descending: true } })).toBeUndefined()
  expect(placeIn({}, asked)).toBeUndefined()
})

test('a place survives one reload of the page, and the text of the search is not stored', () => {
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
