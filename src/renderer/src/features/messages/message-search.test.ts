import { describe, expect, it } from 'vitest'
import type { CommandInput, CommandName } from '#shared/contract/table.ts'
import type { Host } from '../../lib/host/host.ts'
import { MessageSearch, pageSize } from './message-search.svelte.ts'

/** A search over as many rows as one likes, numbered from the top. */
function searchOver(total: number): MessageSearch {
  const invoke = (name: CommandName, input: unknown) => {
    if (name === 'messages.histogram') return Promise.resolve({ bars: [] })
    if (name === 'messages.count') return Promise.resolve({ value: total, exact: true })
    const { offset, limit } = input as CommandInput<'messages.search'>
    const rows = Array.from({ length: limit }, (_none, place) => ({ row: offset + place }))
    return Promise.resolve({ rows, count: { value: total, exact: true }, horizon: null })
  }
  return new MessageSearch({ invoke } as unknown as Host, 'account', () => 'UTC')
}

describe('the rows of a search', () => {
  it('stay here while their details are open, however far away the table is', async () => {
    const search = searchOver(1_000_000)
    await search.search('')
    search.hold(7)
    for (let page = 200; page < 400; page++) await search.load(page * pageSize)
    expect(search.rowAt(7)).toMatchObject({ row: 7 })
    search.hold(-1)
    for (let page = 400; page < 600; page++) await search.load(page * pageSize)
    expect(search.rowAt(7)).toBeUndefined()
  })

  it('belong to the question that was answered, not to the one on its way', async () => {
    const search = searchOver(0)
    await search.search('to:nobody')
    const next = search.search('')
    expect([search.text, search.shownText]).toEqual(['', 'to:nobody'])
    await next
    expect(search.shownText).toBe('')
  })
})
