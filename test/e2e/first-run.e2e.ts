import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { startService } from './support/sandbox.ts'
import { savedSettings } from './support/saved-settings.ts'

async function fillForm(page: Page, place: { url: string; user: string; key: string }) {
  await page.getByLabel('Name').fill('Shop')
  await page.getByLabel('Base URL').fill(place.url)
  await page.getByLabel('User', { exact: true }).fill(place.user)
  await page.getByLabel('Key', { exact: true }).fill(place.key)
}

test('a first run connects an account and keeps it over a restart', async ({ app }) => {
  const service = await startService()
  try {
    const { page } = app
    await page.getByRole('button', { name: 'Connect an account' }).click()
    await fillForm(page, { url: service.url, ...service.credentials })
    await page.getByRole('button', { name: 'Test and add' }).click()
    await expect(page.getByRole('heading', { name: 'Shop', level: 1 })).toBeVisible()
    await expect(page.getByText('The service answers')).toBeVisible()

    await savedSettings(app, '#/overview')
    await app.restart()
    await expect(page.getByRole('heading', { name: 'Shop', level: 1 })).toBeVisible()
    // The keys of this host live in memory: the account says so instead of failing later.
    await expect(page.getByText('Key missing').first()).toBeVisible()
  } finally {
    await service.close()
  }
})

test('what is wrong is said at the field, and nothing typed is lost', async ({ app }) => {
  const service = await startService()
  try {
    const { page } = app
    await page.getByRole('button', { name: 'Connect an account' }).click()
    await expect(page.getByLabel('Name')).toBeFocused()
    await page.getByLabel('Base URL').focus()
    await page.getByRole('button', { name: 'Test and add' }).click()
    await expect(page.getByText('Give the account a name')).toBeVisible()
    await expect(page.getByLabel('Name')).toBeFocused()

    await fillForm(page, { url: service.url.replace('/v1', ''), ...service.credentials })
    await page.getByLabel('User', { exact: true }).focus()
    await page.getByRole('button', { name: 'Use it' }).click()
    await expect(page.getByLabel('Base URL')).toHaveValue(service.url)

    await page.getByLabel('Key', { exact: true }).fill('not-the-key')
    await page.getByRole('button', { name: 'Test and add' }).click()
    await expect(page.getByText('Nothing was saved. What you typed is still here.')).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue('Shop')

    await test.step('a test works at its own button, keeps the focus, and counts for what was tested', async () => {
      await page.getByLabel('Key', { exact: true }).fill(service.credentials.key)
      service.faults.set([{ kind: 'delay', path: '/settings/apikeys', delayMs: 5000 }])
      const button = page.getByRole('button', { name: 'Test the connection' })
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: 'Test and add' })).toBeDisabled()
      await expect(button).toHaveAttribute('aria-busy', 'true')
      await expect(page.getByText(/The service answered in/)).toBeVisible()
      await expect(button).toBeFocused()
      service.faults.clear()
      await page.getByLabel('User', { exact: true }).press('End')
      await page.keyboard.type('x')
      await expect(page.getByText(/The service answered in/)).toBeHidden()
      await page.keyboard.press('Backspace')
    })

    await page.getByRole('button', { name: 'Test and add' }).click()
    await expect(page.getByRole('heading', { name: 'Shop', level: 1 })).toBeVisible()
  } finally {
    await service.close()
  }
})

test('plain http to another machine is asked about first', async ({ app }) => {
  const { page } = app
  await page.getByRole('button', { name: 'Connect an account' }).click()
  await fillForm(page, { url: 'http://mail.example/v1', user: 'u', key: 'k' })
  await page.getByLabel('Name').focus()
  await expect(page.getByText('your key would cross the network')).toBeVisible()
  await expect(page.getByLabel('Use plain http anyway')).not.toBeChecked()
})
