import { expect, test, vi } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import type { CommandInput } from '#shared/contract/table.ts'
import type { ServicePart } from '#shared/contract/statistics.ts'
import { columnsOf } from '#shared/domain/statistics/service/group-columns.ts'
import { noCounters } from '#shared/domain/statistics/counters.ts'
import type { Host } from '../../../lib/host/host.ts'
import { ServiceDashboard } from './service-dashboard.svelte.ts'

type Input = CommandInput<'statistics.service'>

const columns = columnsOf({
  values: ['gmail.com', 'shop.example', 'mail.shop.example'].map((value) => ({ ...noCounters(), value, messages: 1 })),
  more: 0,
})

/** A core whose responses contain the time of the request. */
function openDashboard(shown: () => ServicePart[] = () => ['sends', 'days', 'tags']) {
  const asked: Input[] = []
  const failing = new Set<ServicePart>()
  let now = Date.UTC(2026, 2, 31, 12)
  const invoke = async (_name: string, input: Input) => {
    asked.push(input)
    if (failing.has(input.part)) throw new AppError('service-error', 'It failed.')
    const figures = { part: input.part, columns, problems: 0, reasons: [] }
    return { figures, askedAt: asked.length, offline: null, now }
  }
  const dashboard = new ServiceDashboard({
    host: { invoke } as unknown as Host,
    accountId: 'a',
    zone: () => 'UTC',
    today: (at) => new Date(Math.min(at, now)).toISOString().slice(0, 10),
    parts: shown,
  })
  const settled = () => new Promise(setImmediate)
  const partsAsked = () => asked.splice(0).map(({ part }) => part)
  return { asked, failing, dashboard, settled, partsAsked, pass: (time: number) => (now += time) }
}

const question = { text: 'last:7d tag:=order invoice', comparison: 'period', metaKey: '' } as const

test('asks for each part on its own, with the filters that the service has, and for the total and the tags of the period before', async () => {
  const { asked, dashboard, settled } = openDashboard()
  dashboard.ask(question)
  await settled()
  const own = { froms: [], apiKeys: [], tags: ['order'], zone: 'UTC', accountId: 'a', refresh: false }
  const week = { from: '2026-03-25', to: '2026-03-31', ...own }
  expect(asked).toEqual([
    { part: 'sends', ...week },
    { part: 'days', ...week },
    { part: 'tags', ...week },
    { part: 'sends', from: '2026-03-18', to: '2026-03-24', ...own },
    { part: 'tags', from: '2026-03-18', to: '2026-03-24', ...own },
  ])
  expect(dashboard.filter.others).toEqual(['invoice'])
  expect(dashboard.askedAt).toBe(1)
})

test('has the domains with their providers and the searches for them', async () => {
  const { dashboard } = openDashboard(() => ['domains'])
  dashboard.ask(question)
  await vi.waitUntil(() => !dashboard.busy)
  const { providers, terms } = dashboard.parts.domains.value!
  expect(providers.map(({ provider, messages }) => [provider?.id, messages])).toEqual([
    ['google', 1],
    [undefined, 2],
  ])
  expect(terms(['shop.example'])).toBe('(domain:shop.example -domain:mail.shop.example)')
})

test('one part fails and is asked for again, while the others stay', async () => {
  const { failing, dashboard, settled, partsAsked, asked } = openDashboard()
  failing.add('tags')
  dashboard.ask(question)
  await settled()
  expect(dashboard.parts.tags).toMatchObject({ error: { code: 'service-error' }, value: undefined })
  expect(dashboard.parts.sends.value?.period).toEqual({ from: '2026-03-25', to: '2026-03-31' })
  failing.clear()
  asked.length = 0
  await dashboard.reload('tags')
  expect(asked).toMatchObject([
    { part: 'tags', from: '2026-03-25', refresh: true },
    { part: 'tags', from: '2026-03-18' },
  ])
  expect(dashboard.parts.tags).toMatchObject({ error: undefined, value: { figures: { part: 'tags' } } })
  asked.length = 0
  dashboard.ask({ ...question })
  await settled()
  expect(partsAsked()).toEqual([])
})

test('a part whose panel is hidden is asked for when the panel returns, and all of them on another day', async () => {
  let shown: ServicePart[] = ['sends', 'days']
  const { dashboard, settled, partsAsked, pass } = openDashboard(() => shown)
  dashboard.ask({ ...question, comparison: 'none' })
  await settled()
  expect(partsAsked()).toEqual(['sends', 'days'])
  shown = ['sends', 'days', 'tags']
  dashboard.complete()
  await settled()
  expect(partsAsked()).toEqual(['tags'])
  pass(86_400_000)
  dashboard.complete()
  await settled()
  expect(partsAsked()).toEqual(['sends', 'days', 'tags'])
})

test('lines are compared with those of the period before, of the same question only', async () => {
  const { dashboard, settled } = openDashboard(() => ['sends', 'tags', 'domains'])
  dashboard.ask(question)
  await vi.waitUntil(() => dashboard.domainsBefore !== null && dashboard.tagsBefore !== null)
  expect(dashboard.tagsBefore).toMatchObject({ period: { from: '2026-03-18', to: '2026-03-24' } })
  expect(dashboard.domainsBefore?.providers.map(({ messages }) => messages)).toEqual([1, 2])
  // The compared figures of the previous question are not shown with the new question.
  dashboard.ask({ ...question, comparison: 'year' })
  expect(dashboard.tagsBefore).toBeNull()
  await vi.waitUntil(() => dashboard.tagsBefore !== null)
  expect(dashboard.tagsBefore?.period.from).toBe('2025-03-25')
  dashboard.ask({ ...question, comparison: 'none' })
  await settled()
  expect([dashboard.tagsBefore, dashboard.domainsBefore]).toEqual([null, null])
})

test('the total is not compared with that of another filter, even if its comparison fails', async () => {
  const { dashboard, failing, settled } = openDashboard(() => ['sends'])
  dashboard.ask(question)
  await settled()
  expect(dashboard.totalBefore?.period).toEqual({ from: '2026-03-18', to: '2026-03-24' })
  failing.add('sends')
  dashboard.ask({ ...question, text: 'last:7d tag:=invoice' })
  await settled()
  failing.clear()
  await dashboard.parts.sends.load()
  expect(dashboard.before.error?.code).toBe('service-error')
  expect(dashboard.totalBefore).toBeNull()
  await dashboard.reload()
  expect(dashboard.totalBefore).not.toBeNull()
})

test('a part keeps the search that it was counted for', async () => {
  const { dashboard, failing, settled } = openDashboard()
  dashboard.ask(question)
  await settled()
  failing.add('days')
  dashboard.ask({ ...question, text: 'last:30d tag:=invoice' })
  await settled()
  expect(dashboard.parts.days.value).toMatchObject({ text: 'last:7d tag:=order', period: { from: '2026-03-25' } })
  expect(dashboard.parts.sends.value).toMatchObject({ text: 'last:30d tag:=invoice', period: { from: '2026-03-02' } })
})

test('a part is marked while its figures belong to another question, also after that failed', async () => {
  const { dashboard, failing, settled } = openDashboard()
  dashboard.ask(question)
  expect(dashboard.isStale('days')).toBe(false)
  await settled()
  const reloading = dashboard.reload()
  expect(dashboard.isStale('days')).toBe(false)
  await reloading
  failing.add('days')
  dashboard.ask({ ...question, text: 'last:7d tag:=invoice' })
  expect([dashboard.isStale('days'), dashboard.isStale('sends')]).toEqual([true, true])
  await settled()
  expect([dashboard.isStale('days'), dashboard.isStale('sends')]).toEqual([true, false])
})

test('lines of another filter are not compared', async () => {
  const { dashboard, failing, settled } = openDashboard(() => ['tags'])
  dashboard.ask(question)
  await vi.waitUntil(() => dashboard.tagsBefore !== null)
  // The lines on the screen still belong to the first question.
  failing.add('tags')
  dashboard.ask({ ...question, text: 'last:7d tag:=invoice' })
  await settled()
  expect(dashboard.tagsBefore).not.toBeNull()
  failing.clear()
  await dashboard.groupsBefore.tags.load()
  expect(dashboard.tagsBefore).toBeNull()
})
