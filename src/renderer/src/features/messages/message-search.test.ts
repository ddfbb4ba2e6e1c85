import { describe, expect, it } from 'vitest'
import type { CommandInput, CommandName } from '#shared/contract/table.ts'
import type { Host } from '../../lib/host/host.ts'
import { Selection } from '../../lib/ui/table/selection.ts'
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
    search.selection = Selection.none.only(7)
    for (let page = 200; page < 400; page++) await search.load(page * pageSize)
    expect(search.rowAt(7)).toMatchObject({ row: 7 })
    search.selection = Selection.none
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

/** A search over an archive that changes: its rows as they are at each question, newest first; answers can be held back. */
function searchOverChanging(rows: number[]) {
  const archive = { rows, held: Promise.resolve() }
  const invoke = async (name: CommandName, input: unknown) => {
    if (name === 'messages.histogram') return { bars: [] }
    const count = { value: archive.rows.length, exact: true }
    if (name === 'messages.count') return count
    const { offset, limit } = input as CommandInput<'messages.search'>
    const found = archive.rows.slice(offset, offset + limit).map((row) => ({ row }))
    await archive.held
    return { rows: found, count, horizon: null }
  }
  return { archive, search: new MessageSearch({ invoke } as unknown as Host, 'account', () => 'UTC') }
}

/** The numbers from `first` down, as many as wanted. */
const downFrom = (first: number, length: number) => Array.from({ length }, (_none, place) => first - place)

describe('records that come in while somebody reads', () => {
  it('move the chosen row with its message, and leave its details open or closed as they were', async () => {
    const { archive, search } = searchOverChanging(downFrom(1000, 500))
    await search.search('')
    search.selection = Selection.none.only(2)
    expect(search.inspected).toMatchObject({ row: 998 })
    archive.rows = downFrom(1150, 650)
    await search.refresh()
    expect([search.selection.active, search.inspected?.row]).toEqual([152, 998])
    search.closeDetails()
    archive.rows = downFrom(1160, 660)
    await search.refresh()
    expect([search.selection.active, search.inspected]).toEqual([162, undefined])
    expect(search.rowAt(162)).toMatchObject({ row: 998 })
  })

  it('move the table on only where it is scrolled', async () => {
    const { archive, search } = searchOverChanging(downFrom(1000, 500))
    await search.search('')
    archive.rows = downFrom(1010, 510)
    await search.refresh()
    expect(search.moved).toBeUndefined()
    search.top = 20.5
    search.show(14, 60)
    archive.rows = downFrom(1400, 900)
    await search.refresh()
    expect(search.moved).toEqual({ rows: 390 })
    expect(search.rowAt(20 + 390)).toMatchObject({ row: 990 })
  })

  it('keep a message open that does not fit the search any more, until the next search', async () => {
    const { archive, search } = searchOverChanging(downFrom(1000, 500))
    await search.search('state:queued')
    search.selection = Selection.none.only(2)
    archive.rows = archive.rows.filter((row) => row !== 998)
    await search.refresh()
    expect([search.selection.active, search.inspected?.row]).toEqual([-1, 998])
    await search.refresh()
    expect(search.inspected).toMatchObject({ row: 998 })
    await search.search('')
    expect(search.inspected).toBeUndefined()
  })
})

describe('a question typed while another is on its way', () => {
  it('is one question more, not two, and what is chosen meanwhile stays chosen', async () => {
    const { archive, search } = searchOverChanging(downFrom(1000, 500))
    await search.search('')
    const answer = Promise.withResolvers<void>()
    archive.held = answer.promise
    const first = search.search('i')
    await search.search('in')
    const { question } = search
    search.selection = Selection.none.only(4)
    archive.rows = archive.rows.filter((row) => row % 2 === 0)
    answer.resolve()
    await first
    expect(search.question).toBe(question)
    expect(search.shownText).toBe('in')
    expect([search.selection.active, search.inspected?.row]).toEqual([2, 996])
  })

  it('fetches what the table was scrolled to meanwhile once it is answered', async () => {
    const { archive, search } = searchOverChanging(downFrom(1000, 500))
    await search.search('')
    const answer = Promise.withResolvers<void>()
    archive.held = answer.promise
    const asked = search.search('i')
    search.show(210, 250)
    expect(search.rowAt(230)).toBeUndefined()
    answer.resolve()
    await asked
    await expect.poll(() => search.rowAt(230)).toMatchObject({ row: 770 })
  })

  it('is asked again where records came in before its answer', async () => {
    const { archive, search } = searchOverChanging(downFrom(1000, 500))
    await search.search('')
    const answer = Promise.withResolvers<void>()
    archive.held = answer.promise
    const asked = search.search('i')
    archive.rows = downFrom(1010, 510)
    await search.refresh()
    answer.resolve()
    await asked
    await expect.poll(() => search.rowAt(0)).toMatchObject({ row: 1010 })
  })
})
