import { violationsInThemes } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'

test.use(onEmptySandbox)

test('the records of a removed account are restored, and deleted, by keyboard', async ({ app }) => {
  const { page } = app
  const { accounts, settings, shell } = app.pages
  await shell.open('settings')
  await expect(settings.storageOf('Sandbox').getByRole('row').filter({ hasText: 'Message archive' })).toBeVisible()
  await shell.open('accounts')
  await accounts.remove('Sandbox').click()
  await accounts.confirmRemoval.press('Enter')
  await expect(accounts.removedNotice('Sandbox')).toBeVisible()

  await test.step('a restored account works as before', async () => {
    await shell.open('settings')
    await expect(settings.removedAccounts).toHaveText(/Sandbox.*sandbox@mailroom\.example at http/)
    expect(await violationsInThemes(page)).toEqual([])
    await settings.removedAccounts.getByRole('button', { name: 'Restore' }).press('Enter')
    await expect(settings.removedAccounts).toHaveCount(0)
    await expect(settings.storageOf('Sandbox')).toBeVisible()
    await expect(settings.storage).toBeFocused()
  })

  await test.step('deleting leaves nothing', async () => {
    await shell.open('accounts')
    await accounts.remove('Sandbox').click()
    await accounts.confirmRemoval.press('Enter')
    await shell.open('settings')
    await settings.removedAccounts.getByRole('button', { name: 'Delete…' }).press('Enter')
    await page.keyboard.type('Sandbox')
    await page.keyboard.press('Enter')
    await expect(settings.removedAccounts).toHaveCount(0)
    await expect(settings.storage.getByText('There are no accounts yet.')).toBeVisible()
  })
})
