import { expect, test } from 'vitest'
import { newestFirst } from '#shared/domain/messages/search.ts'
import { Selection } from '../../../lib/ui/table/selection.ts'
import { keepForReload, scrollMarkAfterReload, scrollMarkIn, type ScrollMark } from './scroll-mark.ts'

const mark: ScrollMark = {
  accountId: 'shop',
  text: 'invoice',
  sort: newestFirst,
  selection: Selection.none.only(40),
  row: 1040,
  top: 30.5,
}
test('a scroll mark belongs to its own search only', () => {
  const kept = { messages: mark }
  const asked = { accountId: 'shop', text: 'invoice', sort: { ...newestFirst } }
  expect(scrollMarkIn(kept, asked)).toBe(mark)
  expect(scrollMarkIn(kept, { ...asked, text: '' })).toBeUndefined()
  expect(scrollMarkIn(kept, { ...asked, accountId: 'other' })).toBeUndefined()
  expect(scrollMarkIn(kept, { ...asked, sort: { field: 'size', descending: true } })).toBeUndefined()
  expect(scrollMarkIn({}, asked)).toBeUndefined()
})

test('a scroll mark survives one reload of the page, and the text of the search is not stored', () => {
  const items = new Map<string, string>()
  const store = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  }
  const asked = { accountId: 'shop', text: 'invoice', sort: newestFirst }
  expect(scrollMarkAfterReload(store, 'step', asked)).toBeUndefined()
  keepForReload(store, 'step', mark)
  expect([...items.values()].join('')).not.toContain('invoice')
  expect(scrollMarkAfterReload(store, 'step', asked)).toEqual(mark)
  expect(scrollMarkAfterReload(store, 'step', asked)).toBeUndefined()
  keepForReload(store, 'step', mark)
  expect(scrollMarkAfterReload(store, 'another step', asked)).toBeUndefined()
  keepForReload(store, 'step', mark)
  expect(scrollMarkAfterReload(store, 'step', { ...asked, accountId: 'other' })).toBeUndefined()
  keepForReload(store, 'step', { ...mark, row: undefined, selection: Selection.none })
  expect(scrollMarkAfterReload(store, 'step', asked)).toMatchObject({ top: 30.5, selection: Selection.none })
})
