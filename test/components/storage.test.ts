import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { violationsInThemes } from './support/axe.ts'
import { openMailroom } from './support/open-mailroom.ts'
import { browser } from './support/page-commands.ts'
import { sendOne } from './support/send-one.ts'

const { invoke, press } = browser
const dialog = page.getByRole('dialog')
const confirmation = page.getByRole('alertdialog')

test('“Keep less” opens the setting that shortens the account’s history', async () => {
  await openMailroom('settings', { scenario: 'empty' })
  const storage = page.getByRole('region', { name: 'Storage' })
  await storage.getByRole('button', { name: 'Keep less…' }).first().click()
  await expect.element(dialog.getByRole('heading', { name: 'Sync settings' })).toBeVisible()
  expect(await violationsInThemes('dialog[open]')).toEqual([])
  await dialog.getByRole('spinbutton', { name: 'Keep messages for' }).fill('30')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await storage.getByRole('button', { name: 'Keep less…' }).first().click()
  await expect.element(dialog.getByRole('spinbutton', { name: 'Keep messages for' })).toHaveValue(30)
})

test('axe finds no violation in the confirmations, in either theme', async () => {
  await openMailroom('overview', { scenario: 'empty' })
  const accountId = await sendOne()
  location.hash = '#/settings'
  await page.getByRole('button', { name: 'Clean up…' }).click()
  await expect.element(confirmation).toBeVisible()
  expect(await violationsInThemes('dialog[open]'), 'sends').toEqual([])
  await press('Escape')
  await expect.element(confirmation).not.toBeInTheDocument()

  expect(await invoke('accounts.remove', { id: accountId, archive: 'keep' })).toMatchObject({ ok: true })
  await page.getByRole('button', { name: 'Delete… Sandbox' }).click()
  await expect.element(confirmation.getByRole('textbox')).toBeVisible()
  expect(await violationsInThemes('dialog[open]'), 'removed account').toEqual([])
})
