import { expect, test } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import { AppError } from '#shared/contract/base/error.ts'
import type { Reply } from '#shared/contract/host.ts'
import type { CommandInput } from '#shared/contract/table.ts'
import { dayCount } from '#shared/domain/base/days.ts'
import type { BridgeCalls } from '../e2e/support/hosts/page-calls.ts'
import { importMessages } from './support/import-messages.ts'
import { openMailroom } from './support/open-mailroom.ts'

const main = page.getByRole('main')
const figures = main.getByRole('list', { name: 'Figures for the period' })
const panel = (title: string) => main.getByRole('region', { name: title, exact: true })

type Kept = CommandInput<'files.keep'>

function show(question: string, source = 'archive'): void {
  location.hash = `#/dashboard?${new URLSearchParams({ source, q: question })}`
}

/** An account with messages of two tags, all in the last week. */
async function openDashboard(): Promise<BridgeCalls> {
  const { calls } = await openMailroom('settings', { scenario: 'empty' })
  await importMessages([
    { daysAgo: 3, lastState: 'delivered', kind: 'order', count: 30 },
    { daysAgo: 3, lastState: 'delivered', kind: 'news', count: 20 },
  ])
  return calls
}

/** The service’s figures, of which there is one message for each question. */
function answerAsService(calls: BridgeCalls): void {
  const counters = { messages: 1, states: { delivered: 1 }, open: 0, click: 0, opened: 0, clicked: 0 }
  const columns = {
    value: ['order'],
    messages: [1],
    states: { delivered: [1] },
    open: [0],
    click: [0],
    opened: [0],
    clicked: [0],
    more: 0,
  }
  const lists = { links: [], platforms: [], places: [] }
  calls.set('statistics.service', (input) => {
    const { part, from, to } = input as CommandInput<'statistics.service'>
    const parts = {
      sends: { total: counters },
      days: { days: [{ ...counters, day: from }], from, to },
      domains: { columns },
      tags: { columns },
      links: { links: lists.links },
      'email-platforms': { platforms: lists.platforms },
      places: { places: lists.places },
    }
    const found = { part, problems: 0, reasons: [], ...parts[part] }
    return { ok: true, output: { figures: found, askedAt: Date.now(), offline: null, now: Date.now() } }
  })
}

/** Returns a function that saves a panel as a drawing, and returns the file. */
function keepFiles(calls: BridgeCalls): (title: string) => Promise<Kept> {
  const kept: Kept[] = []
  calls.set('files.keep', (input) => {
    kept.push(input as Kept)
    return { ok: true, output: { token: 'kept' } }
  })
  calls.set('files.saveAs', () => ({ ok: true, output: { saved: false } }))
  return async (title) => {
    kept.length = 0
    await main.getByRole('button', { name: `More actions for ${title}` }).click()
    await page.getByRole('menuitem', { name: 'Save as SVG…' }).click()
    await expect.poll(() => kept).toHaveLength(1)
    return kept[0]!
  }
}

/** Asks another question, whose figures never arrive. */
async function askInVain(calls: BridgeCalls, command: 'statistics.archive' | 'statistics.service', question: string) {
  let asked = 0
  calls.set('statistics.details', () => 'lost')
  calls.set(command, () => {
    asked++
    return 'lost'
  })
  show(question, command === 'statistics.archive' ? 'archive' : 'service')
  await expect.poll(() => asked).toBeGreaterThan(0)
}

async function counted(title: string): Promise<Locator> {
  await expect.element(figures).toBeVisible()
  await expect.element(panel(title)).toBeInTheDocument()
  await expect.element(main.getByText(`Counting ${title}…`)).not.toBeInTheDocument()
  return figures
}

test('a file saved while another search is counted names the search and the period of its figures', async () => {
  const calls = await openDashboard()
  const save = keepFiles(calls)
  show('tag:order last:30d')
  await counted('Message size')
  const [tags, sizes] = [await save('Tags'), await save('Message size')]
  expect(tags.content).toContain('Filter: tag:order')
  await askInVain(calls, 'statistics.archive', 'tag:news last:7d')
  expect([await save('Tags'), await save('Message size')]).toEqual([tags, sizes])
})

test('a report that is begun while another search is counted is about that search', async () => {
  const calls = await openDashboard()
  show('tag:order last:30d')
  await counted('Tags')
  await askInVain(calls, 'statistics.archive', 'tag:news last:7d')
  const made: unknown[] = []
  calls.set('reports.make', (input) => {
    made.push(input)
    return { ok: false, error: new AppError('disk-full', 'The disk is full.').toJSON() }
  })
  await main.getByRole('button', { name: 'Report', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Report' })
  await expect.element(dialog.getByText('tag:news', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Save report' }).click()
  await expect.poll(() => made).toHaveLength(1)
  const { from, to, text } = made[0] as CommandInput<'reports.make'>
  expect([text, dayCount({ from, to })]).toEqual(['tag:news', 7])
})

test('a file with the service’s figures names the search and the period of these figures', async () => {
  const calls = await openDashboard()
  const save = keepFiles(calls)
  answerAsService(calls)
  show('tag:order last:30d', 'service')
  await counted('Tags')
  await expect.element(panel('Tags').getByText('order').first()).toBeVisible()
  const tags = await save('Tags')
  expect(tags.content).toContain('Filter: tag:order')
  await askInVain(calls, 'statistics.service', 'tag:news last:7d')
  expect(await save('Tags')).toEqual(tags)
})

/** Whether what contains the element is marked as not current. */
const isMarked = (inside: Locator) => inside.element().closest('[aria-busy=true]') !== null

test('figures are marked while another search is counted and after it failed, and not while they are counted again', async () => {
  const calls = await openDashboard()
  show('tag:order last:30d')
  await counted('Message size')
  const parts = [figures, panel('Tags'), panel('Message size'), main.getByText('30 messages', { exact: true })]
  const marked = () => parts.map(isMarked)
  await expect.poll(marked).toEqual([false, false, false, false])
  const { promise, resolve } = Promise.withResolvers<Reply>()
  calls.set('statistics.details', () => 'lost')
  calls.set('statistics.archive', () => promise)
  show('tag:news last:30d')
  await expect.poll(marked).toEqual([true, true, true, true])
  await expect.poll(() => getComputedStyle(figures.element().closest('[aria-busy]')!).opacity).toBe('0.45')
  resolve({ ok: false, error: new AppError('disk-full', 'The disk is full.').toJSON() })
  await expect.element(page.getByText('The figures shown are from the previous search.')).toBeVisible()
  expect(marked()).toEqual([true, true, true, true])
  show('tag:order last:30d')
  await expect.poll(marked).toEqual([false, false, false, false])
})

test('figures of the service are marked while another search is counted', async () => {
  const calls = await openDashboard()
  answerAsService(calls)
  show('tag:order last:30d', 'service')
  await expect.element(panel('Tags').getByText('order').first()).toBeVisible()
  const marked = () => [figures, panel('Tags'), panel('Messages per day')].map(isMarked)
  expect(marked()).toEqual([false, false, false])
  await askInVain(calls, 'statistics.service', 'tag:news last:30d')
  await expect.poll(marked).toEqual([true, true, true])
})
