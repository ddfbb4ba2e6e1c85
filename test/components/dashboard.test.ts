import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { focus } from './support/elements.ts'
import { openMailroom } from './support/open-mailroom.ts'
import { browser } from './support/page-commands.ts'

const { invoke, press, upload } = browser
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

type Sent = { daysAgo: number; lastState: string; kind: string; count: number }

async function importMessages(sent: readonly Sent[]): Promise<void> {
  const all = sent.flatMap(({ count, ...one }) => Array.from({ length: count }, () => one))
  const messages = all.map(({ daysAgo, lastState, kind }, at) => {
    const date = new Date(Date.now() - daysAgo * msPerDay).toISOString()
    const common = {
      id: `m-${at}`,
      createdDate: date,
      lastStateDate: date,
      subject: 'Hello',
      size: 900,
      open: 0,
      click: 0,
    }
    return {
      ...common,
      apiKey: `key-${kind}`,
      from: `${kind}@shop.example`,
      email: `p${at}@${kind}.example`,
      tags: kind,
      lastState,
    }
  })
  const accounts = await invoke('accounts.list', undefined)
  const accountId = accounts.ok ? (accounts.output as { currentId: string }).currentId : ''
  const [file] = await upload([{ name: 'export.json', base64: btoa(JSON.stringify(messages)) }])
  expect(await invoke('imports.start', { accountId, token: file!.token })).toMatchObject({ ok: true })
  // The sandbox account syncs at the same time, so the output has more jobs than this one.
  const done = expect.objectContaining({ kind: 'import', state: 'done' }) as object
  const jobs = { output: expect.arrayContaining([done]) as object[] }
  await expect.poll(() => invoke('jobs.list', undefined)).toMatchObject(jobs)
}

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
