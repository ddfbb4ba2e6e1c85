import { expect, it, test } from 'vitest'
import { noCounters } from '#shared/domain/statistics/counters.ts'
import { changeCell, rateColumns } from './rate-columns.ts'
import { byRate, isOver, nextOrder, readOrder, tableLines, usualOrder, type RateOrder } from './rate-order.ts'

const formats = { locale: 'en-GB', number: (value: number) => value.toLocaleString('en-GB') }
const counters = (delivered: number, hardbounced: number) => ({
  ...noCounters(),
  messages: delivered + hardbounced,
  states: { delivered, hardbounced },
})
const lines = [
  { name: 'order', counters: counters(900, 8), before: counters(900, 4), hasComplaints: true },
  { name: 'Invoice', counters: counters(500, 1), before: counters(250, 1), hasComplaints: true },
  { name: 'welcome', counters: counters(30, 1), before: null, hasComplaints: true },
  { name: 'queued', counters: noCounters(), before: noCounters(), hasComplaints: true },
]
const sorted = (order: RateOrder) => byRate(lines, (line) => line, order).map(({ name }) => name)

it('sorts lines by name, count, rate and change, and what has no value last in both directions', () => {
  expect(sorted(usualOrder)).toEqual(['order', 'Invoice', 'welcome', 'queued'])
  expect(sorted({ by: 'name', change: false, down: false })).toEqual(['Invoice', 'order', 'queued', 'welcome'])
  expect(sorted({ by: 'hard', change: false, down: true })).toEqual(['welcome', 'order', 'Invoice', 'queued'])
  expect(sorted({ by: 'hard', change: false, down: false })).toEqual(['Invoice', 'order', 'welcome', 'queued'])
  expect(sorted({ by: 'hard', change: true, down: true })).toEqual(['order', 'Invoice', 'welcome', 'queued'])
  expect(sorted({ by: 'requested', change: true, down: true })).toEqual(['Invoice', 'order', 'welcome', 'queued'])
})

it('goes on with the figure that it is about where the change is clicked, and turns round on the second click', () => {
  const byHard = nextOrder(usualOrder, 'hard')
  expect(byHard).toEqual({ by: 'hard', change: false, down: true })
  expect(nextOrder(byHard, 'hard')).toEqual({ by: 'hard', change: false, down: false })
  expect(nextOrder(byHard, 'change')).toEqual({ by: 'hard', change: true, down: true })
  expect(nextOrder(usualOrder, 'name')).toEqual({ by: 'name', change: false, down: false })
  expect(nextOrder({ by: 'name', change: false, down: false }, 'change').by).toBe('requested')
})

it('reads what it kept, whatever the settings hold', () => {
  expect(readOrder({ by: 'hard', change: true, down: false })).toEqual({ by: 'hard', change: true, down: false })
  for (const stored of [undefined, null, 'hard', { by: 'soft' }, { by: 3 }])
    expect(readOrder(stored)).toEqual(usualOrder)
})

test('a line above a limit is never left out', () => {
  const many = [...Array.from({ length: 300 }, () => counters(100, 0)), counters(30, 1)]
  const shown = tableLines(many, (line) => isOver({ counters: line, hasComplaints: true }))
  expect(shown).toHaveLength(201)
  expect(shown.at(-1)).toBe(many.at(-1))
})

test('a change is quiet, unless it is clearly for the worse', () => {
  const cell = (now: [number, number], before: [number, number] | null, by: RateOrder['by'] = 'hard') =>
    changeCell(
      {
        now: counters(...now),
        before: before && counters(...before),
        order: { by, change: false, down: true },
      },
      formats,
    )
  expect(cell([900, 100], [950, 50])).toMatchObject({ text: '5 points', arrow: 'up', isWorse: true, isMuted: false })
  expect(cell([96, 4], [99, 1])).toMatchObject({ text: '3 points', arrow: 'up', isWorse: false, isMuted: true })
  expect(cell([950, 50], [900, 100])).toMatchObject({ text: '5 points', arrow: 'down', isWorse: false })
  expect(cell([950, 50], [970, 30], 'delivered')).toMatchObject({ arrow: 'down', isWorse: true })
  expect(cell([50, 0], [100, 0], 'requested')).toMatchObject({ text: '50.0%', arrow: 'down', isWorse: false })
  expect(cell([50, 0], [0, 0]).text).toBe('new')
  expect(cell([50, 0], null).text).toBe('–')
})

test('the columns say how lines are sorted and what the change is about', () => {
  const columns = rateColumns('Tag', { by: 'hard', change: true, down: true }, '13 – 16 Nov 2026')
  expect(columns.find(({ id }) => id === 'change')).toMatchObject({ sorted: 'descending' })
  expect(columns.filter(({ isSubject }) => isSubject).map(({ label }) => label)).toEqual(['Hard bounces'])
  expect(columns.at(-1)!.title).toContain('Change in hard bounces compared with 13 – 16 Nov 2026')
  // If there is nothing to compare with, lines are sorted by the figure itself.
  const alone = rateColumns('Tag', { by: 'hard', change: true, down: true }, undefined)
  expect(alone.find(({ id }) => id === 'hard')).toMatchObject({ sorted: 'descending' })
  expect(alone.some(({ id }) => id === 'change')).toBe(false)
})
