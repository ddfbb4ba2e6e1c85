import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { violationsInThemes } from './support/axe.ts'
import { openMailroom } from './support/open-mailroom.ts'

const dialog = page.getByRole('dialog')

test('“Keep less” opens the setting that shortens the history of its account', async () => {
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
