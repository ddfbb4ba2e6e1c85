import { expect, test } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import { violationsInThemes } from './support/axe.ts'
import { box } from './support/elements.ts'
import { openMailroom } from './support/open-mailroom.ts'
import { browser } from './support/page-commands.ts'
import { sendOne } from './support/send-one.ts'

const { invoke, publishVersion } = browser
const main = page.getByRole('main')
const row = main.getByRole('grid').getByRole('row').filter({ hasText: 'News of the shop' })
const messages = [
  main.getByRole('heading', { name: 'Messages' }),
  main.getByRole('combobox', { name: 'Search messages' }),
  main.getByRole('button', { name: 'Views' }),
  row,
]
const resume = main.getByRole('button', { name: 'Resume' })
const newVersion = page.getByText('Mailroom 1.2.0 is available.')

const places = (of: readonly Locator[]) => of.map((one) => ({ ...(box(one).toJSON() as DOMRect) }))

/** Opens the only message of an account. Returns the account’s id. */
async function openMessages(): Promise<string> {
  await openMailroom('settings', { scenario: 'empty', asksForUpdates: true })
  const accountId = await sendOne()
  location.hash = '#/messages'
  await expect.element(row).toBeVisible()
  return accountId
}

test('a notice that arrives late moves neither the rows nor what is above them', async () => {
  const accountId = await openMessages()
  const before = places(messages)
  // Another window pauses the sync.
  expect(await invoke('sync.configure', { accountId, options: { paused: true } })).toMatchObject({ ok: true })
  await expect.element(main.getByRole('status').filter({ hasText: 'Sync is paused' })).toBeVisible()
  expect(places(messages)).toEqual(before)
})

test('a banner that arrives late moves neither the view nor the notices that are already there', async () => {
  const accountId = await openMessages()
  await invoke('sync.configure', { accountId, options: { paused: true } })
  await expect.element(resume).toBeVisible()
  const before = places([...messages, resume])
  await publishVersion('1.2.0')
  await invoke('updates.check', undefined)
  await expect.element(newVersion).toBeVisible()
  expect(places([...messages, resume])).toEqual(before)
  expect(await violationsInThemes()).toEqual([])

  await page.getByRole('button', { name: 'Dismiss this update notice' }).click()
  await expect.element(newVersion).not.toBeInTheDocument()
  expect(places([...messages, resume])).toEqual(before)
  await resume.click()
  await expect.element(resume).not.toBeInTheDocument()
})
