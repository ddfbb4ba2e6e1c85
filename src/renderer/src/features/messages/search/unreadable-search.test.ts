import { describe, expect, it } from 'vitest'
import type { CommandName } from '#shared/contract/table.ts'
import type { Host } from '../../../lib/host/host.ts'
import { MessageSearch } from './message-search.svelte.ts'

/** A search over `total` rows, whose first response has only an estimate. */
function searchOver(total: number, ready = () => Promise.resolve()): MessageSearch {
  const invoke = async (name: CommandName) => {
    await ready()
    if (name === 'messages.histogram') return { bars: [] }
    if (name === 'messages.count') return { value: total, exact: true }
    if (name === 'messages.positions') return { positions: [], count: total }
    const rows = Array.from({ length: total }, (_none, row) => ({ row }))
    return { rows, count: { value: total, exact: false }, horizon: null }
  }
  return new MessageSearch({ invoke } as unknown as Host, 'account', () => 'UTC')
}

describe('a condition that cannot be read', () => {
  it('keeps the rows of the last search that could be read, also when records arrive', async () => {
    const search = searchOver(3)
    await search.search('invoice')
    const { question } = search
    await search.search('invoice on:10.11.2026')
    await search.refresh()
    expect([search.shownText, search.question, search.isUnreadable]).toEqual(['invoice', question, true])
    await search.search('invoice on:2026-11-10')
    expect([search.shownText, search.isUnreadable]).toEqual(['invoice on:2026-11-10', false])
  })

  it('shows no rows where no search came before it, also when records arrive', async () => {
    const search = searchOver(3)
    await search.search('on:10.11.2026')
    await search.refresh()
    expect([search.isUnreadable, search.question, search.count, search.rowAt(0)]).toEqual([true, 0, null, undefined])
    await search.search('on:2026-11-10')
    expect([search.isUnreadable, search.count?.value]).toEqual([false, 3])
  })

  it('is not one that is still being written', async () => {
    const search = searchOver(3)
    await search.search('invoice')
    for (const text of ['invoice meta.', 'invoice to:', 'invoice "your', '(invoice', 'invoice OR']) {
      await search.search(text, search.sort, { isTyped: true })
      expect([text, search.shownText, search.isUnreadable]).toEqual([text, text, false])
    }
    await search.search('invoice to:', search.sort, { isTyped: true })
    search.settle()
    expect(search.isUnreadable).toBe(true)
    await search.search('invoice')
    await search.search('invoice meta.com')
    expect([search.shownText, search.isUnreadable]).toEqual(['invoice', true])
  })

  it('leaves the count and the bars of the rows on their way', async () => {
    const search = searchOver(3)
    await search.search('invoice on:')
    await search.search('invoice')
    await search.search('invoice on:2')
    await expect.poll(() => [search.count?.exact, search.bars]).toEqual([true, []])
  })

  it('stays in the field when the search before it is asked again', async () => {
    let fails = false
    const search = searchOver(3, () => (fails ? Promise.reject(new Error('no')) : Promise.resolve()))
    await search.search('')
    fails = true
    await search.search('invoice')
    await search.search('invoice on:2')
    fails = false
    search.retry()
    await expect.poll(() => search.error).toBeNull()
    expect([search.text, search.shownText, search.isUnreadable]).toEqual(['invoice on:2', 'invoice', true])
  })
})
