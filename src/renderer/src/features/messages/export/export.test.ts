import { describe, expect, it } from 'vitest'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import type { Host } from '../../../lib/host/host.ts'
import { MessageSearch } from '../search/message-search.svelte.ts'
import { exportItems, exportSelection } from './export-actions.ts'
import { Selection } from '../../../lib/ui/table/selection.ts'
import { exportAddress, readExportAddress, type ExportStart } from './export-address.ts'
import { rangesNow } from '#shared/domain/exports/ranges-now.ts'
import { rowsOf, selectedSpans } from './selected-spans.ts'

const addressOf = (start: Partial<ExportStart>) =>
  readExportAddress(new URLSearchParams(exportAddress(start)[1]), 'archive')
const newestFirst = { field: 'created', descending: true } as const

describe('The address of an export', () => {
  it.each<ExportStart>([
    { source: 'service', period: { from: '2026-01-01', to: '2026-01-31' }, text: '', sort: newestFirst, spans: null },
    { source: 'delta', period: null, text: '', sort: newestFirst, spans: null },
    {
      source: 'archive',
      period: null,
      text: 'tag:"a b" -state:sent',
      sort: { field: 'size', descending: false },
      spans: [
        { first: 90, last: 81, size: 10 },
        { first: 4, last: 4, size: 1 },
      ],
    },
  ])('leads back to what it was made from: $source', (start) => expect(addressOf(start)).toEqual(start))

  it('takes nothing that it cannot read for something else', () => {
    const read = (query: string) => readExportAddress(new URLSearchParams(query), 'service')
    expect(read('source=other&from=2026-02-30&to=2026-03-01')).toMatchObject({ source: 'service', period: null })
    expect(read('from=2026-03-02&to=2026-03-01').period).toBeNull()
    expect(read('rows=90_81_10.4')).toMatchObject({ spans: [] })
  })
})

describe('The menu of exports', () => {
  const rows = [{ row: 9 }, { row: 8 }]
  const answer = { rows, count: { value: 2, exact: true }, value: 2, bars: [], horizon: null }
  const host = { invoke: () => Promise.resolve(answer) } as unknown as Host

  it('exports nothing while the rows answer another search than the one that is typed', async () => {
    const infos: string[] = []
    const opened: unknown[] = []
    const app = {
      formats: { plural: () => 'other', number: String },
      toasts: { info: (text: string) => infos.push(text) },
      router: { go: (...address: unknown[]) => opened.push(address) },
      attempt: (action: () => Promise<void>) => action(),
    } as unknown as AppState
    const search = new MessageSearch(host, 'account', () => 'UTC')
    const areOffered = () => exportItems(app, search).map((item) => 'disabled' in item && item.disabled === true)
    await search.search('invoice')
    search.chosen.selection = Selection.none.only(0)
    expect(areOffered()).toEqual([false, false])
    await search.search('invoice on:10.11.2026')
    search.chosen.selection = Selection.none.only(0)
    expect(areOffered()).toEqual([true, true])
    await exportSelection(app, search)
    expect([infos, opened]).toEqual([['Part of the search can’t be read. Correct the search first.'], []])
    await search.search('invoice on:2026-11-10')
    search.chosen.selection = Selection.none.only(0)
    await exportSelection(app, search)
    expect(opened).toEqual([exportAddress({ text: 'invoice on:2026-11-10', spans: [{ first: 9, last: 9, size: 1 }] })])
  })
})

describe('Selected rows', () => {
  /** The row numbers of messages, newest first: row 100 is at the top. */
  const rowOf = (index: number) => Promise.resolve(index < 50 ? 100 - index : undefined)
  const selection = Selection.none.only(3).extend(6).toggle(10)

  it('are known by their messages', async () => {
    expect(await selectedSpans(selection, 50, rowOf)).toEqual([
      { first: 97, last: 94, size: 4 },
      { first: 90, last: 90, size: 1 },
    ])
  })

  it('are the whole search where all of it is selected', async () => {
    expect(await selectedSpans(Selection.none.all(50), 50, rowOf)).toBeNull()
  })

  it('cannot be known where a row cannot be read', async () => {
    expect(await selectedSpans(Selection.none.only(60), 100, rowOf)).toBeUndefined()
  })

  it('are followed to where they stand after others arrived above them', async () => {
    const spans = (await selectedSpans(selection, 50, rowOf))!
    expect(rowsOf(spans)).toEqual([97, 94, 90, 90])
    expect(rangesNow(spans, [5, 8, 12, 12])).toEqual([
      { first: 5, last: 8 },
      { first: 12, last: 12 },
    ])
  })

  it('are no longer the same when a message left or another came between them', async () => {
    const spans = (await selectedSpans(selection, 50, rowOf))!
    expect(rangesNow(spans, [5, 9, 13, 13])).toBeNull()
    expect(rangesNow(spans, [5, 8, null, null])).toBeNull()
    expect(rangesNow([], [])).toBeNull()
  })
})
