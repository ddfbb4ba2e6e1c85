import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Job } from '#shared/contract/jobs.ts'
import { focus } from './support/elements.ts'
import { importMessages } from './support/import-messages.ts'
import { openMailroom } from './support/open-mailroom.ts'
import { browser } from './support/page-commands.ts'

const { press } = browser
const main = page.getByRole('main')
const rises = main.getByRole('list', { name: 'Increases' }).getByRole('listitem')
const comparison = main.getByRole('combobox', { name: 'Compared with' })
const search = page.getByRole('combobox', { name: 'Search messages' })

const msPerDay = 86_400_000
/**
 * Days in the last thirty days and in the two periods they are compared with: the previous thirty and thirty-five
 * days.
 */
const [now, before] = [3, 37]

const kinds = ['order', 'invoice', 'news', 'welcome']

test('the explanation of a rise in failures is shown and links to the messages', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  await importMessages(
    kinds.flatMap((kind) => [
      { daysAgo: now, lastState: 'delivered', kind, count: 40 },
      { daysAgo: before, lastState: 'delivered', kind, count: 40 },
      { daysAgo: now, lastState: 'hardbounced', kind, count: kind === 'welcome' ? 9 : 1 },
      { daysAgo: before, lastState: 'hardbounced', kind, count: 1 },
      // Twice as many of each kind.
      { daysAgo: now, lastState: 'softbounced', kind, count: 4 },
      { daysAgo: before, lastState: 'softbounced', kind, count: 2 },
    ]),
  )
  location.hash = '#/dashboard'
  const hard = rises.first()
  await expect.element(hard.getByText('Hard bounces rose from 4 to 12.')).toBeVisible()
  await expect.element(hard.getByText('Tag welcome explains all 8 additional hard bounces (1 → 9)')).toBeVisible()
  const soft = rises.nth(1)
  await expect.element(soft.getByText('Soft bounces rose from 8 to 16.')).toBeVisible()
  await expect.element(soft.getByText('No single tag, domain, sender or key explains the rise.')).toBeVisible()
  expect(rises.elements()).toHaveLength(2)

  await focus(hard.getByRole('button', { name: 'Show these messages for Tag welcome' }))
  await press('Enter')
  const value = () => (search.query() as HTMLInputElement | null)?.value
  await expect.poll(value).toMatch(/^after:\S+ before:\S+ tag:=welcome state:hardbounced$/)
  await expect.element(main.getByText('9 messages').first()).toBeVisible()
})

test('the address contains the comparison period, which survives a reload', async () => {
  const mailroom = await openMailroom('settings', { scenario: 'empty' })
  await importMessages([
    { daysAgo: now, lastState: 'delivered', kind: 'order', count: 30 },
    { daysAgo: before, lastState: 'delivered', kind: 'order', count: 20 },
    // Only in the thirty-five days before.
    { daysAgo: 62, lastState: 'delivered', kind: 'order', count: 5 },
  ])
  const change = main.getByRole('list', { name: 'Figures for the period' }).getByRole('listitem').first()
  const expectCompared = async (name: string, address: string | null, shown: string) => {
    await expect.element(comparison).toHaveDisplayValue(name)
    const text = `Requested 30 : show the messages ${shown}`.trim()
    await expect.poll(() => change.element().textContent.replaceAll(/\s+/g, ' ').trim()).toBe(text)
    expect(new URLSearchParams(location.hash.split('?')[1]).get('compare') || null).toBe(address)
  }
  location.hash = '#/dashboard'
  await expectCompared('Previous period', null, '+50.0%')
  for (const [name, address, shown] of [
    ['Same weekdays before', 'week', '+20.0%'],
    ['Previous year', 'year', 'no comparison'],
    ['No comparison', 'none', ''],
  ] as const) {
    await comparison.selectOptions(name)
    await expectCompared(name, address, shown)
    await mailroom.reload()
    await expectCompared(name, address, shown)
  }
  await comparison.selectOptions('Previous period')
  await expectCompared('Previous period', null, '+50.0%')
})

test('the focus stays with the repair when it begins and when it ends', async () => {
  const { calls, emit } = await openMailroom('settings', { scenario: 'empty' })
  const zero = { messages: 0, delivered: 0, softbounced: 0, hardbounced: 0, notSent: 0, open: 0, click: 0 }
  const counts = { ...zero, opener: 0, clicker: 0, unsubscribed: 0, complaint: 0 }
  const value = new Date(Date.now() - msPerDay).toISOString().slice(0, 10)
  const line = { value, service: { ...counts, open: 1 }, archive: counts, reasons: ['late'], isRepairable: true }
  const horizon = { completeFrom: 0, completeUntil: 1, gaps: [], detailGaps: [], opensRefreshedUntil: 1, lastSync: 1 }
  const found = { lines: [line], total: 1, equal: 0, unreadable: 0, horizon, startsAt: 0, windowDays: 7, comparedAt: 1 }
  calls.set('statistics.reconcile', () => ({ ok: true, output: found }))
  const job: Job = {
    id: 'repair',
    kind: 'statistics',
    title: 'Reread 1 day',
    accountId: null,
    state: 'running',
    fraction: null,
    note: '',
    startedAt: 1,
    endedAt: null,
    cancellable: true,
    result: null,
    error: null,
  }
  const change = (changed: Partial<Job>) => emit({ name: 'jobs.changed', payload: { ...job, ...changed } })
  calls.set('statistics.repair', () => {
    change({})
    return { ok: true, output: { jobId: job.id } }
  })
  location.hash = '#/dashboard?view=reconcile'
  await focus(main.getByRole('button', { name: 'Repair 1 day…' }))
  await press('Enter')
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await press('Enter')
  const block = main.getByRole('region', { name: 'Repair' })
  const stop = block.getByRole('button', { name: 'Stop reading' })
  await expect.element(stop).toBeVisible()
  await expect.element(block).toHaveFocus()
  await press('Tab')
  await expect.element(stop).toHaveFocus()
  change({ state: 'cancelled', endedAt: 2 })
  await expect.element(block.getByText('Reading was stopped.')).toBeVisible()
  await expect.element(block).toHaveFocus()
})
