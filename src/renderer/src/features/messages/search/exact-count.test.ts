import { describe, expect, it } from 'vitest'
import type { CommandInput, CommandName } from '#shared/contract/table.ts'
import type { Host } from '../../../lib/host/host.ts'
import { Selection } from '../../../lib/ui/table/selection.ts'
import { MessageSearch } from './message-search.svelte.ts'

/** Opens a search whose first response estimates the number of matches as `estimate`. */
async function searchOver(estimate: number, exact: number): Promise<MessageSearch> {
  const invoke = (name: CommandName, input: unknown) => {
    if (name === 'messages.histogram') return Promise.resolve({ bars: [] })
    if (name === 'messages.count') return Promise.resolve({ value: exact, exact: true })
    const { offset, limit } = input as CommandInput<'messages.search'>
    const rows = Array.from({ length: limit }, (_none, place) => ({ row: offset + place }))
    return Promise.resolve({ rows, count: { value: estimate, exact: false }, horizon: null })
  }
  const search = new MessageSearch({ invoke } as unknown as Host, 'account', () => 'UTC')
  await search.search('invoice')
  return search
}

const isExact = (search: MessageSearch) => expect.poll(() => search.count?.exact).toBe(true)

describe.each([
  { estimate: 1200, exact: 1500 },
  { estimate: 1500, exact: 1200 },
])('the exact count of $exact that replaces an estimate of $estimate', ({ estimate, exact }) => {
  it('leaves all rows selected, with the same details open', async () => {
    const search = await searchOver(estimate, exact)
    search.chosen.selection = Selection.none.only(3).all(estimate)
    await isExact(search)
    expect(search.chosen.selection).toMatchObject({ ranges: [{ first: 0, last: exact - 1 }], active: 3 })
    expect(search.chosen.inspected).toMatchObject({ row: 3 })
  })

  it('leaves closed details closed', async () => {
    const search = await searchOver(estimate, exact)
    search.chosen.selection = Selection.none.only(3)
    search.chosen.closeDetails()
    search.chosen.selection = search.chosen.selection.all(estimate)
    await isExact(search)
    expect([search.chosen.selection.size, search.chosen.inspected]).toEqual([exact, undefined])
  })

  it('leaves some selected rows as they are', async () => {
    const search = await searchOver(estimate, exact)
    const some = Selection.none.only(3).extend(9)
    search.chosen.selection = some
    await isExact(search)
    expect(search.chosen.selection).toBe(some)
  })
})

it('The exact count keeps the keyboard among the rows, although it was beyond the last one', async () => {
  const search = await searchOver(90, 60)
  search.chosen.selection = Selection.none.only(89).all(90)
  await isExact(search)
  expect(search.chosen.selection).toMatchObject({ ranges: [{ first: 0, last: 59 }], active: 59 })
})
