import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import type { CommandInput, CommandName } from '#shared/contract/table.ts'
import type { Host } from '../../../lib/host/host.ts'
import { Selection } from '../../../lib/ui/table/selection.ts'
import { MessageSearch } from './message-search.svelte.ts'
import { pageSize } from './search-calls.ts'

/** A search over `total` rows, numbered from the top. */
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
  it('stay loaded while their details are open, however far the table is scrolled', async () => {
    const search = searchOver(1_000_000)
    await search.search('')
    search.chosen.selection = Selection.none.only(7)
    for (let page = 200; page < 400; page++) await search.load(page * pageSize)
    expect(search.rowAt(7)).toMatchObject({ row: 7 })
    search.chosen.selection = Selection.none
    for (let page = 400; page < 600; page++) await search.load(page * pageSize)
    expect(search.rowAt(7)).toBeUndefined()
  })

  it('belong to the search that was answered, not to the one on its way', async () => {
    const search = searchOver(0)
    await search.search('to:nobody')
    const next = search.search('')
    expect([search.text, search.shownText]).toEqual(['', 'to:nobody'])
    await next
    expect(search.shownText).toBe('')
  })
})

/** A search over a changing archive, newest first. Responses arrive immediately, or when a hold is released. */
function searchOverChanging(rows: number[]) {
  const archive = { rows, held: Promise.resolve(), exact: true, afterPositions: () => undefined as void }
  const answer = (name: CommandName, input: unknown) => {
    const { value, exact } = { value: archive.rows.length, exact: archive.exact }
    if (name === 'messages.histogram') return { bars: [] }
    if (name === 'messages.count') return { value, exact: true }
    if (name === 'messages.positions') {
      const asked = input as CommandInput<'messages.positions'>
      const positions = asked.rows.map((row) => (archive.rows.includes(row) ? archive.rows.indexOf(row) : null))
      return { positions, count: value }
    }
    const { offset, limit } = input as CommandInput<'messages.search'>
    const found = archive.rows.slice(offset, offset + limit).map((row) => ({ row }))
    return { rows: found, count: { value, exact }, horizon: null }
  }
  const invoke = async (name: CommandName, input: unknown) => {
    const result = answer(name, input)
    if (name === 'messages.positions') archive.afterPositions()
    if (name === 'messages.search') await archive.held
    return result
  }
  return { archive, search: new MessageSearch({ invoke } as unknown as Host, 'account', () => 'UTC') }
}

/** Delays all further responses, and returns a function that releases them. */
function hold(archive: { held: Promise<void> }): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  archive.held = promise
  return resolve
}

/** A descending sequence of `length` numbers that starts at `first`. */
const downFrom = (first: number, length: number) => Array.from({ length }, (_none, place) => first - place)

describe('records that arrive while the user reads', () => {
  it('move the chosen row with its message, and leave its details open or closed as they were', async () => {
    const { archive, search } = searchOverChanging(downFrom(1000, 500))
    await search.search('')
    search.chosen.selection = Selection.none.only(2)
    expect(search.chosen.inspected).toMatchObject({ row: 998 })
    archive.rows = downFrom(1150, 650)
    await search.refresh()
    expect([search.chosen.selection.active, search.chosen.inspected?.row]).toEqual([152, 998])
    search.chosen.closeDetails()
    archive.rows = downFrom(1160, 660)
    await search.refresh()
    expect([search.chosen.selection.active, search.chosen.inspected]).toEqual([162, undefined])
    expect(search.rowAt(162)).toMatchObject({ row: 998 })
    search.chosen.selection = Selection.none.only(162)
    expect(search.chosen.inspected).toMatchObject({ row: 998 })
  })

  it('leave a row chosen that did not move, in any order and with an inexact count', async () => {
    const { archive, search } = searchOverChanging(downFrom(1000, 500))
    archive.exact = false
    await search.search('', { field: 'created', descending: false })
    await search.load(110)
    search.chosen.selection = Selection.none.only(110)
    search.show(94, 140)
    archive.rows = [...archive.rows, ...downFrom(400, 150)]
    await search.refresh()
    expect([search.chosen.selection.active, search.chosen.inspected?.row]).toEqual([110, 890])
    expect(search.count).toEqual({ value: 650, exact: true })
  })

  it('scroll the table along only if it is scrolled down or a visible row is chosen', async () => {
    const { archive, search } = searchOverChanging(downFrom(1000, 490))
    await search.search('')
    search.show(0, 40)
    archive.rows = downFrom(1005, 500)
    await search.refresh()
    expect(search.moved).toBeUndefined()
    search.chosen.selection = Selection.none.only(10)
    archive.rows = downFrom(1010, 510)
    await search.refresh()
    expect(search.moved).toEqual({ top: 5 })
    search.chosen.selection = Selection.none
    search.top = 20.5
    search.show(14, 60)
    archive.rows = downFrom(1400, 900)
    await search.refresh()
    expect(search.moved).toEqual({ top: 410.5 })
    expect(search.rowAt(20 + 390)).toMatchObject({ row: 990 })
    await expect.poll(() => search.rowAt(450)).toMatchObject({ row: 950 })
  })

  it('keep a message open that no longer matches, and the keyboard at its place', async () => {
    const { archive, search } = searchOverChanging(downFrom(1000, 500))
    await search.search('state:queued')
    search.chosen.selection = Selection.none.only(20)
    archive.rows = archive.rows.filter((row) => row !== 980)
    await search.refresh()
    expect([search.chosen.selection.active, search.chosen.selection.size, search.chosen.inspected?.row]).toEqual([
      20, 0, 980,
    ])
    archive.rows = [2000, ...archive.rows]
    await search.refresh()
    search.chosen.selection = search.chosen.selection.clear()
    expect(search.chosen.inspected).toMatchObject({ row: 980 })
    search.chosen.selection = Selection.none.only(20)
    expect(search.chosen.inspected).not.toMatchObject({ row: 980 })
    await search.search('')
    expect(search.chosen.inspected).toBeUndefined()
  })

  it('are read again if more arrived, or another row was chosen, during the read', async () => {
    const { archive, search } = searchOverChanging(downFrom(1000, 500))
    await search.search('')
    await search.load(110)
    const release = hold(archive)
    const refreshing = search.refresh()
    search.chosen.selection = Selection.none.only(110)
    archive.rows = downFrom(1300, 800)
    void search.refresh()
    release()
    await refreshing
    expect([search.chosen.selection.active, search.chosen.inspected?.row]).toEqual([410, 890])
    expect(search.rowAt(0)).toMatchObject({ row: 1300 })
  })

  it('never leave a neighbour chosen when more arrive between two requests', async () => {
    const { archive, search } = searchOverChanging(downFrom(1000, 500))
    await search.search('')
    search.chosen.selection = Selection.none.only(1)
    archive.afterPositions = () => {
      archive.rows = downFrom(1005, 505)
      archive.afterPositions = () => undefined
    }
    await search.refresh()
    expect([search.chosen.selection.active, search.chosen.inspected?.row]).toEqual([6, 999])
  })

  it('are fetched again on retry, without a new search, when a page failed', async () => {
    const { archive, search } = searchOverChanging(downFrom(1000, 500))
    await search.search('')
    const { question } = search
    archive.held = Promise.reject(new AppError('offline', 'no'))
    search.show(310, 350)
    await expect.poll(() => search.error).toEqual(new AppError('offline', 'no'))
    archive.held = Promise.resolve()
    search.retry()
    await expect.poll(() => search.rowAt(320)).toMatchObject({ row: 680 })
    expect([search.error, search.question]).toEqual([null, question])
  })

  it('clear an earlier error', async () => {
    const { archive, search } = searchOverChanging(downFrom(1000, 500))
    await search.search('')
    archive.held = Promise.reject(new AppError('offline', 'no'))
    await search.search('x')
    expect([search.shownText, search.error]).toEqual(['', new AppError('offline', 'no')])
    archive.held = Promise.resolve()
    await search.refresh()
    expect([search.shownText, search.error]).toEqual(['x', null])
  })
})

describe('a search typed while another is on its way', () => {
  it('counts as one search more, not two, and keeps the row that is chosen meanwhile', async () => {
    const { archive, search } = searchOverChanging(downFrom(1000, 500))
    await search.search('')
    const release = hold(archive)
    const first = search.search('i')
    await search.search('in')
    const { question } = search
    search.chosen.selection = Selection.none.only(4)
    archive.rows = archive.rows.filter((row) => row % 2 === 0)
    release()
    await first
    expect(search.question).toBe(question)
    expect(search.shownText).toBe('in')
    expect([search.chosen.selection.active, search.chosen.inspected?.row]).toEqual([2, 996])
  })

  it('then fetches the rows that the table was scrolled to meanwhile', async () => {
    const { archive, search } = searchOverChanging(downFrom(1000, 500))
    await search.search('')
    const release = hold(archive)
    const asked = search.search('i')
    search.show(210, 250)
    expect(search.rowAt(230)).toBeUndefined()
    release()
    await asked
    await expect.poll(() => search.rowAt(230)).toMatchObject({ row: 770 })
  })

  it('is repeated if records arrived before its answer', async () => {
    const { archive, search } = searchOverChanging(downFrom(1000, 500))
    await search.search('')
    const release = hold(archive)
    const asked = search.search('i')
    archive.rows = downFrom(1010, 510)
    await search.refresh()
    release()
    await asked
    await expect.poll(() => search.rowAt(0)).toMatchObject({ row: 1010 })
  })

  it('leaves no row in view unfetched', async () => {
    const { archive, search } = searchOverChanging(downFrom(1000, 900))
    await search.search('')
    const release = hold(archive)
    // Two pages are being fetched, which is the limit.
    search.show(310, 480)
    const refreshing = search.refresh()
    search.show(710, 750)
    release()
    await refreshing
    await expect.poll(() => search.rowAt(730)).toMatchObject({ row: 270 })
  })
})
