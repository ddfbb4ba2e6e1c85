import { expect, onTestFinished, test, vi } from 'vitest'
import { noCounters } from '#shared/domain/statistics/counters.ts'
import type { StatisticsGroup } from '#shared/contract/statistics.ts'
import type { Host } from '../../../lib/host/host.ts'
import type { FiguresQuestion } from '../base/dashboard-figures.svelte.ts'
import { ArchiveDashboard } from './archive-dashboard.svelte.ts'

/** Details have no groups. */
type Input = { text: string; zone: string; metaKey: string | null; groups?: StatisticsGroup[] }
type Asked = Readonly<Input> & { answer(): Promise<void> }

/** A core that responds only when the test says so. */
function openDashboard(groups?: () => StatisticsGroup[], today = () => '2026-03-31', zone = () => 'UTC') {
  const asked: Asked[] = []
  const invoke = (_name: string, input: Input) =>
    new Promise((resolve) => {
      const answer = async () => {
        const counted = Object.fromEntries((input.groups ?? []).map((group) => [group, { values: [], more: 0 }]))
        const meta = input.metaKey === null ? null : { values: [], more: 0 }
        resolve({ total: noCounters(), days: [], hours: [], groups: counted, meta, horizon: {} })
        // The loaders process their results in subsequent tasks.
        await new Promise(setImmediate)
      }
      asked.push({ ...input, answer })
    })
  const host = { invoke } as unknown as Host
  const dashboard = new ArchiveDashboard(host, 'a', {
    zone,
    today,
    ...(groups && { groups }),
  })
  const answerAll = async () => {
    for (const one of asked.splice(0)) await one.answer()
  }
  return { asked, answerAll, dashboard }
}

const question: FiguresQuestion = { text: 'tag:=invoice last:30d', comparison: 'period', metaKey: '' }

test('the period and the one before it are counted in whole days', () => {
  const { asked, dashboard } = openDashboard()
  dashboard.ask(question)
  expect(asked.map(({ text }) => text)).toEqual([
    'tag:=invoice after:2026-03-02 before:2026-04-01',
    'tag:=invoice after:2026-01-31 before:2026-03-02',
  ])
})

test('a few days are compared with the same days of the week before, until something else is chosen', () => {
  const { asked, dashboard } = openDashboard()
  const weekend = { ...question, text: 'after:2026-03-27 before:2026-03-31', comparison: null }
  dashboard.ask(weekend)
  expect(asked.map(({ text }) => text)).toContain('after:2026-03-20 before:2026-03-24')
  expect(dashboard.comparison).toBe('week')
  // A different period has a different default comparison.
  dashboard.ask({ ...weekend, text: 'last:30d' })
  expect(dashboard.comparison).toBe('period')
  dashboard.ask({ ...weekend, comparison: 'period' })
  expect(dashboard.compared).toEqual({ from: '2026-03-23', to: '2026-03-26' })
})

test('the period before is counted ahead, unless it is too long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { asked, answerAll, dashboard } = openDashboard()
  dashboard.details.show()
  dashboard.ask({ ...question, comparison: 'year' })
  await answerAll()
  vi.runAllTimers()
  const before = 'tag:=invoice after:2026-01-31 before:2026-03-02'
  expect(asked.map(({ text }) => text)).toEqual([before, before])
  await answerAll()
  dashboard.ask({ ...question, text: 'after:2025-11-01 before:2026-03-01' })
  await answerAll()
  vi.runAllTimers()
  expect(asked).toEqual([])
})

test('figures wait a moment for details that are about to come, and not for others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { asked, dashboard } = openDashboard()
  dashboard.details.show()
  asked.splice(0)
  for (const isNear of [true, false]) {
    dashboard.ask({ ...question, text: `tag:${String(isNear)} last:30d` })
    const [now, , details] = asked.splice(0)
    await now!.answer()
    expect(dashboard.now.busy).toBe(true)
    if (isNear) await details!.answer()
    else await vi.advanceTimersByTimeAsync(25)
    expect(dashboard.now.busy).toBe(false)
  }
})

test('figures keep the days that they were counted for until the next ones are there', async () => {
  const { answerAll, dashboard } = openDashboard()
  dashboard.ask(question)
  await answerAll()
  const counted = { from: '2026-03-02', to: '2026-03-31' }
  expect(dashboard.now.value?.period).toEqual(counted)
  dashboard.ask({ ...question, text: 'tag:=invoice on:today' })
  expect(dashboard.now.value?.period).toEqual(counted)
  await answerAll()
  expect(dashboard.now.value?.period).toEqual({ from: '2026-03-31', to: '2026-03-31' })
})

test('figures are compared only with those of the same search', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { asked, answerAll, dashboard } = openDashboard()
  dashboard.ask(question)
  await answerAll()
  await vi.advanceTimersByTimeAsync(25)
  expect(dashboard.pair?.before.period).toEqual({ from: '2026-01-31', to: '2026-03-01' })
  dashboard.ask({ ...question, text: 'tag:=order last:30d' })
  await asked.splice(0, 1)[0]!.answer()
  await vi.advanceTimersByTimeAsync(25)
  expect(dashboard.now.value?.search).toBe('tag:=order')
  expect(dashboard.pair).toBeNull()
  await answerAll()
  expect(dashboard.pair?.before.search).toBe('tag:=order')
})

test('figures, details and metadata values keep the question that they were counted for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { asked, answerAll, dashboard } = openDashboard()
  dashboard.details.show()
  dashboard.ask({ ...question, metaKey: 'order' })
  await answerAll()
  const first = { search: 'tag:=invoice', period: { from: '2026-03-02', to: '2026-03-31' } }
  const next = { search: 'tag:=order', period: { from: '2026-03-25', to: '2026-03-31' } }
  const questions = () => (['figures', 'details', 'meta'] as const).map((kind) => dashboard.questionOf(kind))
  expect(questions()).toMatchObject([first, first, first])
  dashboard.ask({ ...question, text: 'tag:=order last:7d', metaKey: 'order' })
  expect(questions()).toMatchObject([first, first, first])
  await asked.shift()!.answer()
  await vi.advanceTimersByTimeAsync(25)
  expect(questions()).toMatchObject([next, first, first])
  await answerAll()
  expect(questions()).toMatchObject([next, next, next])
})

test('figures are marked only while they belong to another search or other days', async () => {
  const { answerAll, dashboard } = openDashboard()
  const marked = () => [dashboard.isStale('figures'), dashboard.isStale('meta')]
  dashboard.ask({ ...question, metaKey: 'order' })
  expect(marked()).toEqual([false, false])
  await answerAll()
  // The same search and days, in other words.
  const same = { ...question, text: 'tag:=invoice after:2026-03-02 before:2026-04-01', metaKey: 'order' }
  for (const next of [same, { ...same, comparison: 'year' } as const, { ...same, metaKey: 'locale' }]) {
    dashboard.ask(next)
    void dashboard.reload()
    expect(marked()).toEqual([false, false])
    await answerAll()
  }
  for (const text of ['tag:=invoice last:7d', 'tag:=order last:7d']) {
    dashboard.ask({ ...same, text })
    expect(marked()).toEqual([true, true])
    await answerAll()
    expect(marked()).toEqual([false, false])
  }
})

test('another metadata key counts nothing but its values', async () => {
  const { asked, answerAll, dashboard } = openDashboard()
  dashboard.ask(question)
  await answerAll()
  dashboard.ask({ ...question, metaKey: 'order' })
  expect(asked.map(({ metaKey }) => metaKey)).toEqual(['order', 'order'])
})

test('metadata values are compared only with those of the same key, search and period', async () => {
  const { asked, answerAll, dashboard } = openDashboard()
  const byOrder = { ...question, metaKey: 'order' }
  const now = () =>
    asked.splice(
      asked.findIndex(({ metaKey }) => metaKey !== null),
      1,
    )[0]!
  dashboard.ask(byOrder)
  await answerAll()
  expect(dashboard.metaBefore).toMatchObject({ key: 'order', period: { from: '2026-01-31', to: '2026-03-01' } })
  for (const next of [
    { ...byOrder, metaKey: 'locale' },
    { ...byOrder, metaKey: 'locale', text: 'tag:=order last:30d' },
    { ...byOrder, metaKey: 'locale', text: 'tag:=order last:7d' },
  ]) {
    dashboard.ask(next)
    await now().answer()
    expect(dashboard.metaBefore).toBeNull()
    await answerAll()
    expect(dashboard.metaBefore).toMatchObject({ key: 'locale' })
  }
})

test('records that arrive while they are counted are counted once more, together', async () => {
  const { asked, answerAll, dashboard } = openDashboard()
  dashboard.ask(question)
  await answerAll()
  for (let batch = 0; batch < 5; batch++) void dashboard.refresh()
  expect(asked).toHaveLength(2)
  await answerAll()
  expect(asked).toHaveLength(2)
  await answerAll()
  expect(asked).toHaveLength(0)
})

test('after midnight, details are counted for the same days as the figures', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let [today, shown]: [string, StatisticsGroup[]] = ['2026-03-31', ['tag']]
  const { asked, answerAll, dashboard } = openDashboard(
    () => shown,
    () => today,
  )
  const textsOfDetails = () => asked.filter(({ groups }) => groups === undefined).map(({ text }) => text)
  dashboard.ask(question)
  dashboard.details.show()
  await answerAll()
  today = '2026-04-01'
  void dashboard.refresh()
  expect(textsOfDetails()).toEqual(['tag:=invoice after:2026-03-03 before:2026-04-02'])
  expect(dashboard.details.isStale).toBe(true)
  await answerAll()
  expect(dashboard.details.isStale).toBe(false)
  today = '2026-04-02'
  shown = ['tag', 'domain']
  dashboard.complete()
  expect(textsOfDetails()).toEqual(['tag:=invoice after:2026-03-04 before:2026-04-03'])
})

test('in another time zone, everything is counted again, and the earlier figures keep their zone until then', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let zone = 'UTC'
  const { asked, answerAll, dashboard } = openDashboard(undefined, undefined, () => zone)
  const kinds = ['figures', 'details', 'meta'] as const
  const zones = () => kinds.map((kind) => dashboard.questionOf(kind).zone)
  dashboard.ask({ ...question, metaKey: 'order' })
  dashboard.details.show()
  await answerAll()
  await vi.advanceTimersByTimeAsync(25)
  dashboard.complete()
  expect(asked).toEqual([])
  zone = 'Asia/Tokyo'
  dashboard.complete()
  expect(asked.map((one) => one.zone)).toEqual(Array.from({ length: 5 }, () => 'Asia/Tokyo'))
  expect(zones()).toEqual(['UTC', 'UTC', 'UTC'])
  expect(kinds.map((kind) => dashboard.isStale(kind))).toEqual([true, true, true])
  await answerAll()
  await vi.advanceTimersByTimeAsync(25)
  expect(zones()).toEqual(['Asia/Tokyo', 'Asia/Tokyo', 'Asia/Tokyo'])
  expect(kinds.map((kind) => dashboard.isStale(kind))).toEqual([false, false, false])
})

test('a group whose panel is hidden is counted only when the panel returns', async () => {
  let shown: StatisticsGroup[] = ['tag']
  const { asked, answerAll, dashboard } = openDashboard(() => shown)
  dashboard.ask(question)
  expect(asked[0]!.groups).toEqual(['tag'])
  await answerAll()
  dashboard.complete()
  expect(asked).toHaveLength(0)
  shown = ['tag', 'domain']
  dashboard.complete()
  // A change also requires the values in the compared period.
  expect(asked.map(({ groups }) => groups)).toEqual([
    ['tag', 'domain'],
    ['tag', 'domain'],
  ])
})
