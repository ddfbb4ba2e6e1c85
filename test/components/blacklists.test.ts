import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { CommandOutput } from '#shared/contract/table.ts'
import { violationsInThemes } from './support/axe.ts'
import { box } from './support/elements.ts'
import { keepToasts } from './support/keep-toasts.ts'
import { openMailroom } from './support/open-mailroom.ts'
import { browser } from './support/page-commands.ts'

const { invoke, press } = browser
const main = page.getByRole('main')
const problem = main.getByRole('alert')
const counts = main.getByRole('tab')
const unreadCounts = ['Bounces –', 'Complaints –', 'Unsubscribers –']
const fault = { kind: 'status', path: '/blacklists*', status: 503 }

function countsShown(): string[] {
  return counts.elements().map((tab) => (tab as HTMLElement).innerText.replaceAll(/\s+/g, ' '))
}

test('lists that could not be read show the reason instead of an empty list', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  await invoke('sandbox.setFaults', { faults: [fault] })
  location.hash = '#/blacklists'
  await expect.element(problem.getByText('The service failed (status 503).')).toBeVisible()
  await expect.element(page.getByText('inside Mailroom')).not.toBeInTheDocument()
  await expect.element(main.getByRole('heading', { name: 'Not loaded yet' })).toBeVisible()
  expect(countsShown()).toEqual(unreadCounts)
  await expect.element(main.getByText('0 addresses')).not.toBeInTheDocument()
  // The notice is aligned with the tabs above it.
  expect(box(problem).left).toBe(box(counts.first()).left)

  await invoke('sandbox.setFaults', { faults: [] })
  await problem.getByRole('button', { name: 'Try again' }).click()
  await expect.element(problem).not.toBeInTheDocument()
  await expect.element(main.getByText('0 addresses')).toBeVisible()
})

test('without a key, lists are not loaded, and one notice asks for the key', async () => {
  const { calls } = await openMailroom('about', { hasLostKey: true })
  let problems: unknown[] = []
  calls.set('blacklists.state', async (_input, ask) => {
    const reply = await ask()
    if (reply.ok) problems = (reply.output as CommandOutput<'blacklists.state'>).lists.map((list) => list.problem?.code)
    return reply
  })
  location.hash = '#/blacklists'
  await expect.poll(() => problems).toEqual(['key-missing', 'key-missing', 'key-missing'])
  await expect.element(main.getByRole('heading', { name: 'Not loaded yet' })).toBeVisible()
  expect(countsShown()).toEqual(unreadCounts)
  await main.getByRole('button', { name: 'Enter the key…' }).click()
  await expect.element(page.getByRole('dialog').getByLabelText('Key')).toBeVisible()
  expect(problem.elements()).toEqual([])
  const load = main.getByRole('button', { name: 'Load lists' })
  expect(load.elements()).toEqual([])

  // Once there is a key, the lists are read, and can be read again by hand.
  let reads = 0
  calls.set('blacklists.read', () => {
    reads++
    return { ok: true, output: { jobId: null } }
  })
  calls.set('accounts.test', () => ({ ok: true, output: { apiKeys: 1, milliseconds: 20 } }))
  await page.getByRole('dialog').getByLabelText('Key').fill('another-key')
  await page.getByRole('dialog').getByRole('button', { name: 'Save key' }).click()
  await expect.poll(() => reads).toBe(1)
  await load.click()
  await expect.poll(() => reads).toBe(2)
})

test('a click on many addresses of one domain shows them, and addresses added by hand do not count as an outage', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  const reply = await invoke('accounts.list', undefined)
  const accountId = reply.ok ? (reply.output as { currentId: string }).currentId : ''
  const emails = Array.from({ length: 40 }, (_none, at) => `person${at}@shop.example`)
  const common = { accountId, type: 'bounces', reason: 'added by hand', list: '' }
  for (const email of emails) await invoke('blacklists.add', { ...common, email })
  location.hash = '#/blacklists'
  const row = main.getByRole('row').filter({ hasText: '40 addresses at shop.example' })
  await expect.element(row).toBeVisible()
  await expect.element(row.getByText('All within an hour: added by hand')).toBeVisible()
  await row.click()
  await expect.element(main.getByText(/^person\d+@shop\.example$/).first()).toBeVisible()
  await expect.element(row).not.toBeInTheDocument()

  // The user did not choose to see single rows everywhere.
  await main.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(row).toBeVisible()
  const grouped = main.getByRole('switch', { name: 'Group bulk additions' })
  await expect.element(grouped).toBeChecked()
  await grouped.click()
  await expect.element(row).not.toBeInTheDocument()
  await main.getByLabelText('Search addresses').fill('person1')
  await main.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(grouped).not.toBeChecked()
})

test('a list of another type is opened by its name, and a refused list leaves nothing behind', async () => {
  await openMailroom('blacklists', { scenario: 'empty' })
  await expect.element(main.getByText('0 addresses')).toBeVisible()
  await main.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Load another list' }).click()
  const dialog = page.getByRole('dialog')
  await press('Enter')
  await expect.element(dialog.getByText('Enter the list type')).toBeVisible()
  await dialog.getByLabelText('Type').fill('nonsense')
  await press('Enter')
  await expect.element(dialog.getByText('type must be one of')).toBeVisible()
  expect(counts.elements()).toHaveLength(3)
  expect(await violationsInThemes('[role=dialog], dialog[open]')).toEqual([])
  await dialog.getByLabelText('Type').fill(' unsubscribes ')
  await press('Enter')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(main.getByRole('tab', { name: 'unsubscribes', selected: true })).toBeVisible()
  expect(counts.elements()).toHaveLength(4)
})

test('undoing a removal restores the address on every list from which it was removed', async () => {
  const { calls } = await openMailroom('settings', { scenario: 'empty' })
  const added: string[] = []
  const reply = await invoke('accounts.list', undefined)
  const accountId = reply.ok ? (reply.output as { currentId: string }).currentId : ''
  const address = { accountId, type: 'unsubscribers', email: 'ada@shop.example' }
  for (const list of ['', 'news', 'offers']) {
    await invoke('blacklists.add', { ...address, reason: `asked ${list}`.trim(), list })
  }
  calls.set('blacklists.add', (input) => {
    added.push((input as { list: string }).list)
    return 'go on'
  })
  location.hash = '#/blacklists'
  await main.getByRole('tab', { name: 'Unsubscribers' }).click()
  const rows = main.getByRole('row').filter({ hasText: address.email })
  await expect.poll(() => rows.elements()).toHaveLength(3)
  await rows.filter({ hasText: 'asked news' }).click()
  await main.getByRole('button', { name: 'Remove from the list…' }).click()
  keepToasts()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove 1 address' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => added.toSorted()).toEqual(['', 'news', 'offers'])
  await expect.poll(() => rows.elements()).toHaveLength(3)
  await expect.element(rows.filter({ hasText: 'asked offers' })).toBeVisible()
})
