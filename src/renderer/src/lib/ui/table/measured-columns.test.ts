import { tick } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MeasuredColumns } from './measured-columns.svelte.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A drawn table, as far as `contentWidths` reads it. */
function tableOf(...rows: readonly (readonly number[])[]): Element {
  const cell = (width: number) => ({ ariaSort: null, getBoundingClientRect: () => ({ width }) })
  return {
    classList: { add: () => undefined, remove: () => undefined },
    querySelectorAll: () => rows.map((widths) => ({ children: widths.map(cell) })),
  } as unknown as Element
}

const columns = ['to', 'subject']
const drawn = (key: string, ...rows: readonly (readonly number[])[]) => ({
  columns,
  key,
  rows: rows.length,
  table: tableOf(...rows),
})

/** Columns measured on the rows of a first result. */
async function measured(): Promise<MeasuredColumns> {
  const widths = new MeasuredColumns()
  widths.follow(drawn('first', [200, 100]))
  await tick()
  return widths
}

it('measures the first rows once they are drawn', async () => {
  expect((await measured()).content).toEqual({ to: 200, subject: 100 })
  expect(vi.getTimerCount()).toBe(0)
})

it('keeps the widths when another result is drawn, and fits them to it once it rests', async () => {
  const widths = await measured()
  widths.follow(drawn('second', [120, 300]))
  expect(widths.content).toEqual({ to: 200, subject: 100 })
  vi.runAllTimers()
  expect(widths.content).toEqual({ to: 120, subject: 300 })
})

it('fits the columns to the last of several results only, while the user types', async () => {
  const widths = await measured()
  const seen: unknown[] = []
  const table = tableOf([120, 300])
  const watched = { ...table, querySelectorAll: () => (seen.push('second'), table.querySelectorAll('')) } as Element
  const cancel = widths.follow({ ...drawn('second', [120, 300]), table: watched })
  cancel?.()
  widths.follow(drawn('third', [90, 90]))
  vi.runAllTimers()
  expect(seen).toEqual([])
  expect(widths.content).toEqual({ to: 90, subject: 90 })
})

it('only widens the columns for further rows of one result', async () => {
  const widths = await measured()
  widths.follow(drawn('first', [150, 140], [210, 20]))
  vi.runAllTimers()
  expect(widths.content).toEqual({ to: 210, subject: 140 })
})

it('measures a column that was not drawn before, and nothing where no row is drawn', async () => {
  const widths = await measured()
  expect(widths.follow(drawn('second'))).toBeUndefined()
  widths.follow({ ...drawn('second', [120, 300, 50]), columns: [...columns, 'state'] })
  await tick()
  expect(widths.content).toEqual({ to: 120, subject: 300, state: 50 })
  expect(vi.getTimerCount()).toBe(0)
})

it('measures nothing of a drawing that was replaced before it was in the page', async () => {
  const widths = new MeasuredColumns()
  widths.follow(drawn('first', [10, 10]))?.()
  await tick()
  expect(widths.content).toEqual({})
})
