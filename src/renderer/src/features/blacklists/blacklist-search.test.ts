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

test('a single selected entry stays selected where it is now, until it is gone', async () => {
  const entry = (email: string) => ({ kind: 'entry', email, date: 0, reason: '', list: '' })
  let emails = ['ada@x.org', 'eve@x.org']
  const answer = () => ({ items: emails.map(entry), matches: 2, rows: emails.length, edition: emails.join() })
  const search = new BlacklistSearch(
    { invoke: () => Promise.resolve(answer()) } as unknown as Host,
    crypto.randomUUID(),
  )
  search.ask('bounces', noFilter)
  await search.refresh()
  search.selection = Selection.none.only(1)
  emails = ['new@x.org', 'ada@x.org', 'eve@x.org']
  await search.refresh()
  expect(search.selection.ranges).toEqual([{ first: 2, last: 2 }])
  expect(search.rowAt(2)).toMatchObject({ email: 'eve@x.org' })
  emails = ['new@x.org', 'ada@x.org']
  await search.refresh()
  expect(search.selection.size).toBe(0)
})
