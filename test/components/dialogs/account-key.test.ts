import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { violationsInThemes } from '../support/axe.ts'
import { openMailroom } from '../support/open-mailroom.ts'

const dialog = page.getByRole('dialog')

test('a key that can’t be saved because the proxy’s password is missing opens the account’s settings', async () => {
  await openMailroom('blacklists', { hasLostKey: true, proxy: 'http://shop:secret@proxy.example:3128' })
  await page.getByRole('main').getByRole('button', { name: 'Enter the key…' }).click()
  await dialog.getByLabelText('Key').fill('a-key')
  await dialog.getByRole('button', { name: 'Save key' }).click()
  await expect.element(dialog.getByText('Mailroom has no password for this proxy.')).toBeVisible()
  expect(await violationsInThemes('dialog[open]')).toEqual([])
  await dialog.getByRole('button', { name: 'Edit account' }).click()
  await expect.element(page.getByRole('heading', { name: 'Edit Shop' })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})
