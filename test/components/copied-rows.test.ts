import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { focus } from './support/elements.ts'
import { findLiveMessages, findMessages } from './support/many-messages.ts'
import { openMailroom } from './support/open-mailroom.ts'
import { browser } from './support/page-commands.ts'
import { addSecondAccount } from './support/second-account.ts'

const { press } = browser
const grid = page.getByRole('main').getByRole('grid', { name: 'Messages' })
const firstRow = grid.getByText('user0@example.org')

/** The real clipboard is shared with other pages. */
let written: ReturnType<typeof vi.fn<(text: string) => Promise<void>>>
beforeEach(() => {
  written = vi.fn(() => Promise.resolve())
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(written)
})

async function openLiveMessages() {
  const mailroom = await openMailroom('settings', { scenario: 'empty' })
  findLiveMessages(mailroom.calls, 5000)
  mailroom.calls.set('live.detail', () => 'lost')
  await addSecondAccount()
  await expect.element(page.getByText('Second', { exact: true }).first()).toBeVisible()
  await openMessages()
  return mailroom
}

async function openMessages(): Promise<void> {
  location.hash = '#/messages'
  await expect.element(firstRow).toBeVisible()
}

test('a copy of rows from the service says that the others have not been loaded', async () => {
  await openLiveMessages()
  await focus(grid)
  await press('Control+a')
  await press('Control+c')
  const report = '100 of 5,000 rows copied. The others have not been loaded.'
  await expect.element(page.getByText(report).first()).toBeVisible()
  expect(written.mock.lastCall?.[0].split('\n')).toHaveLength(100)
  await press('End')
  await expect.element(grid.getByText('user4999@example.org')).toBeVisible()
  await press('Control+c')
  await expect.element(page.getByText('1 row copied.').first()).toBeVisible()
})

test('rows that have not been loaded leave the clipboard as it is', async () => {
  const { calls } = await openLiveMessages()
  calls.set('live.search', () => 'lost')
  await focus(grid)
  await press('End')
  await press('Control+c')
  const report = 'Nothing was copied, because the selected rows have not been loaded.'
  await expect.element(page.getByText(report).first()).toBeVisible()
  expect(written).not.toHaveBeenCalled()
})

test('a copy of rows from the archive counts the rows that were copied', async () => {
  const mailroom = await openMailroom('settings', { scenario: 'empty' })
  findMessages(mailroom, 250)
  mailroom.calls.set('messages.copy', () => ({ ok: true, output: { text: 'To\njane@example.org', rows: 240 } }))
  await openMessages()
  await focus(grid)
  await press('Control+a')
  await press('Control+c')
  await expect.element(page.getByText('240 rows copied.').first()).toBeVisible()
  expect(written.mock.lastCall?.[0]).toBe('To\njane@example.org')
})

test('a copy of too many separate groups of rows is refused with the limit', async () => {
  findMessages(await openMailroom('settings', { scenario: 'empty' }), 250)
  await openMessages()
  await focus(grid)
  const pressControl = (key: string) =>
    grid.element().dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, cancelable: true }))
  for (let group = 0; group < 101; group++) ['ArrowDown', 'ArrowDown', ' '].forEach(pressControl)
  await press('Control+c')
  const refusal = 'Select at most 100 separate groups of rows, or narrow the search.'
  await expect.element(page.getByText(refusal).first()).toBeVisible()
})

test('without selected rows, nothing is copied, and nothing is reported', async () => {
  const mailroom = await openMailroom('settings', { scenario: 'empty' })
  findMessages(mailroom, 250)
  await openMessages()
  await focus(grid)
  await press('Control+c')
  await press('Control+a')
  mailroom.calls.set('messages.copy', () => ({ ok: true, output: { text: 'To', rows: 250 } }))
  await press('Control+c')
  await expect.element(page.getByText('250 rows copied.').first()).toBeVisible()
  expect(page.getByText(/^0 rows copied/).query()).toBeNull()
  expect(written).toHaveBeenCalledTimes(1)
})
