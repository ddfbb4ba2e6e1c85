import { expect, test } from './support/fixtures.ts'
import { startService } from './support/sandbox.ts'

test('accounts are added, renamed, made read-only, switched and removed', async ({ app }) => {
  const service = await startService()
  try {
    const { page } = app
    for (const name of ['Production', 'Staging']) {
      await page.goto(new URL('#/accounts/new', page.url()).href)
      await page.getByLabel('Name').fill(name)
      await page.getByLabel('Base URL').fill(service.url)
      await page.getByLabel('User', { exact: true }).fill(service.credentials.user)
      await page.getByLabel('Key', { exact: true }).fill(service.credentials.key)
      await page.getByRole('button', { name: 'Test and add' }).click()
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    }

    await page.getByRole('link', { name: 'Accounts' }).click()
    await page.getByRole('button', { name: 'Edit Production' }).click()
    await page.getByLabel('Name').fill('Live')
    await page.getByText('Advanced').click()
    await page.getByLabel('Read-only').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Live was saved.' })).toBeVisible()

    await page.getByRole('button', { name: /^Account: Staging/ }).click()
    await page
      .getByRole('menuitemcheckbox', { name: /Live/ })
      .or(page.getByRole('menuitemradio', { name: /Live/ }))
      .click()
    await expect(page.getByRole('button', { name: 'Account: Live' })).toContainText('Read-only')

    await page.getByRole('button', { name: 'Remove… Staging' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel('Delete the records').check()
    await expect(dialog.getByRole('button', { name: 'Remove the account' })).toBeDisabled()
    await dialog.getByRole('textbox').fill('Staging')
    await dialog.getByRole('button', { name: 'Remove the account' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Staging was removed.' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit Staging' })).toHaveCount(0)
  } finally {
    await service.close()
  }
})

test('a second account of the same name is refused at the name', async ({ app }) => {
  const service = await startService()
  try {
    const { page } = app
    for (let round = 0; round < 2; round++) {
      await page.goto(new URL('#/accounts/new', page.url()).href)
      await page.getByLabel('Name').fill('Shop')
      await page.getByLabel('Base URL').fill(service.url)
      await page.getByLabel('User', { exact: true }).fill(service.credentials.user)
      await page.getByLabel('Key', { exact: true }).fill(service.credentials.key)
      await page.getByRole('button', { name: 'Test and add' }).click()
      if (round === 0) await expect(page.getByRole('heading', { name: 'Shop', level: 1 })).toBeVisible()
    }
    await expect(page.getByText('There is already an account named Shop')).toBeVisible()
    await expect(page.getByLabel('Name')).toBeFocused()
  } finally {
    await service.close()
  }
})
