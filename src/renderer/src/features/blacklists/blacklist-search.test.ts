import { expect, test } from 'vitest'
import type { Host } from '../../lib/host/host.ts'
import { Selection } from '../../lib/ui/table/selection.ts'
import { BlacklistSearch, noFilter } from './blacklist-search.svelte.ts'

test('a selection is kept while the entries stay the same, and dropped when others replace as many', async () => {
  let edition = 'first'
  const host = { invoke: () => Promise.resolve({ items: [], matches: 2, rows: 2, edition }) } as unknown as Host
  const search = new BlacklistSearch(host, crypto.randomUUID())
  search.ask('bounces', noFilter)
  await search.refresh()
  search.selection = Selection.none.only(1)
  await search.refresh()
  expect(search.selection.size).toBe(1)
  edition = 'second'
  await search.refresh()
  expect(search.selection.size).toBe(0)
})
