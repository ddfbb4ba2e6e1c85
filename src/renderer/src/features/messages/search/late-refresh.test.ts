import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import type { CommandName } from '#shared/contract/table.ts'
import type { Host } from '../../../lib/host/host.ts'
import { MessageSearch } from './message-search.svelte.ts'

/** A search over an archive with `total` messages. `fail` makes its first refresh fail. */
function searchOver() {
  const archive = { total: 3 }
  const first = Promise.withResolvers<never>()
  let refreshes = 0
  const invoke = async (name: CommandName) => {
    if (name === 'messages.histogram') return { bars: [] }
    if (name === 'messages.positions')
      return refreshes++ === 0 ? first.promise : { positions: [], count: archive.total }
    const rows = Array.from({ length: archive.total }, (_none, row) => ({ row }))
    return { rows, count: { value: archive.total, exact: true }, horizon: null }
  }
  const search = new MessageSearch({ invoke } as unknown as Host, 'account', () => 'UTC')
  return { search, archive, fail: () => first.reject(new AppError('offline', 'no')) }
}

describe('A refresh that fails', () => {
  it('is reported over the rows that it was to replace', async () => {
    const { search, fail } = searchOver()
    await search.search('')
    const refreshing = search.refresh()
    fail()
    await refreshing
    expect([search.error, search.refreshing]).toEqual([new AppError('offline', 'no'), false])
  })

  it('is not reported over the rows of a newer search', async () => {
    const { search, fail } = searchOver()
    await search.search('')
    const refreshing = search.refresh()
    await search.search('invoice')
    fail()
    await refreshing
    expect([search.shownText, search.error, search.refreshing]).toEqual(['invoice', null, false])
  })

  it('does not keep the newer search from showing records that arrived in the meantime', async () => {
    const { search, archive, fail } = searchOver()
    await search.search('')
    const refreshing = search.refresh()
    await search.search('invoice')
    archive.total = 5
    await search.refresh()
    fail()
    await refreshing
    expect([search.count, search.error]).toEqual([{ value: 5, exact: true }, null])
  })
})
