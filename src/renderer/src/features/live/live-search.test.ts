import { describe, expect, it } from 'vitest'
import type { LiveFilter, LiveRow } from '#shared/contract/live.ts'
import { LiveSearch } from './live-search.svelte.ts'

const filter: LiveFilter = { from: 0, to: 86_400, froms: [], apiKeys: [], tags: [] }
const row = (number: number): LiveRow => ({
  id: `m-${number}`,
  email: `${number}@x.example`,
  from: 'a@x.example',
  subject: '',
  apiKey: 'k',
  size: null,
  createdDate: number,
  lastStateDate: null,
  lastState: 'delivered',
  tags: [],
  open: 0,
  click: 0,
  meta: null,
  reason: null,
})

type Service = { messages: number; most?: number; counts?: boolean; unreadable?: readonly number[]; fails?: boolean }

/** A service with at most `most` messages per page, which may not report a total. */
function openSearch(service: Service) {
  const calls: { page: number; pageSize: number }[] = []
  const search = new LiveSearch(async (_filter, page, pageSize) => {
    calls.push({ page, pageSize })
    await Promise.resolve()
    if (service.fails) throw new Error('It does not respond.')
    const { messages, most = 500, counts = true, unreadable = [] } = service
    const size = Math.min(pageSize, most)
    const first = (page - 1) * size
    const all = Array.from({ length: Math.max(0, Math.min(size, messages - first)) }, (_none, place) => first + place)
    const rows = all.filter((number) => !unreadable.includes(number)).map(row)
    const problems = all.length - rows.length
    return { rows, total: counts ? messages : null, problems, reasons: problems > 0 ? ['No id.'] : [], askedAt: 1 }
  })
  return { search, calls, service }
}

/** Scrolls through the entire list, as a table does. */
async function everyId(search: LiveSearch): Promise<(string | undefined)[]> {
  for (let index = 0; index < search.count; index++) {
    if (search.rowAt(index)) continue
    search.show(index, index)
    const before = search.count
    await expect.poll(() => search.rowAt(index) !== undefined || search.count !== before).toBe(true)
  }
  return Array.from({ length: search.count }, (_none, index) => search.rowAt(index)?.row?.id)
}
const ids = (count: number) => Array.from({ length: count }, (_none, number) => `m-${number}`)

describe('a live search', () => {
  it('fetches a page when its rows come into view, and each page once', async () => {
    const { search, calls } = openSearch({ messages: 1000 })
    await search.search(filter)
    expect({ count: search.count, first: search.rowAt(0)?.row?.id, later: search.rowAt(950) }).toEqual({
      count: 1000,
      first: 'm-0',
      later: undefined,
    })
    search.show(940, 960)
    await expect.poll(() => search.rowAt(950)?.row?.id).toBe('m-950')
    expect(calls).toEqual([
      { page: 1, pageSize: 100 },
      { page: 10, pageSize: 100 },
    ])
  })

  it('finds every message of a service whose pages are shorter than requested', async () => {
    const { search } = openSearch({ messages: 130, most: 40 })
    await search.search(filter)
    expect(await everyId(search)).toEqual(ids(130))
  })

  it.each([130, 200, 40, 0])('finds all %i messages of a service that does not count', async (messages) => {
    const { search } = openSearch({ messages, counts: false, most: 40 })
    await search.search(filter)
    expect(await everyId(search)).toEqual(ids(messages))
  })

  it('keeps a place for a record that could not be read, and gives the reason', async () => {
    const { search } = openSearch({ messages: 4, unreadable: [1] })
    await search.search(filter)
    expect(await everyId(search)).toEqual(['m-0', 'm-2', 'm-3', undefined])
    expect({ blank: search.rowAt(3)?.blank, problems: search.problems, reasons: search.reasons }).toEqual({
      blank: 'Unreadable record',
      problems: 1,
      reasons: ['No id.'],
    })
  })

  it('leaves no row loading forever when fewer records arrive than were counted', async () => {
    const { search } = openSearch({ messages: 50 })
    await search.search(filter)
    expect(search.rowAt(49)?.row?.id).toBe('m-49')
    expect(search.rowAt(50)?.blank).toBe('The service returned no record here')
  })

  it('keeps the rows when a later search fails, and repeats that search on retry', async () => {
    const { search, service } = openSearch({ messages: 3 })
    await search.search(filter)
    service.fails = true
    await search.search({ ...filter, tags: ['order'] })
    expect(search.error).toBeInstanceOf(Error)
    expect(search.rowAt(2)?.row?.id).toBe('m-2')
    service.fails = false
    search.retry()
    await expect.poll(() => ({ error: search.error, busy: search.busy })).toEqual({ error: null, busy: false })
  })

  it('fetches a failed page again on retry, and reports a changed total', async () => {
    const { search, service } = openSearch({ messages: 300 })
    await search.search(filter)
    expect(search.moved).toBe(false)
    service.fails = true
    search.show(150, 160)
    await expect.poll(() => search.error).toBeInstanceOf(Error)
    Object.assign(service, { fails: false, messages: 301 })
    search.retry()
    await expect.poll(() => search.rowAt(150)?.row?.id).toBe('m-150')
    expect({ moved: search.moved, error: search.error }).toEqual({ moved: true, error: null })
  })
})
