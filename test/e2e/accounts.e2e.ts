import type { Page } from '@playwright/test'
import { createMemorySecretStore, keychainError } from '#core/keychain/index.ts'
import { writeAccounts } from '#test/core/support/written-accounts.ts'
import { addAccount } from './support/accounts.ts'
import { expect, test, inBrowserOnly, notInElectron } from './support/fixtures.ts'
import { holdCalls } from './support/hosts/page-calls.ts'

test('accounts are added, renamed, made read-only, switched and removed', async ({ app, startService }) => {
  const service = await startService()
  const { shell, overview, accounts, accountForm } = app.pages
  for (const name of ['Production', 'Staging']) {
    await addAccount(app.pages, { name, service })
    await expect(overview.title).toBeVisible()
  }

  await shell.accountsLink.click()
  await accounts.edit('Production').click()
  await accountForm.name.fill('Live')
  await accountForm.readOnly.check()
  await accountForm.save.click()
  await expect(accounts.savedNotice('Live')).toBeVisible()

  await shell.switchAccount('Staging', 'Live')
  await expect(shell.accountButton('Live')).toContainText('Read-only')

  await accounts.remove('Staging').click()
  await accounts.deleteRecords.check()
  await expect(accounts.confirmRemoval).toBeDisabled()
  await accounts.typedName.fill('Staging')
  await accounts.confirmRemoval.click()
  await expect(accounts.removedNotice('Staging')).toBeVisible()
  await expect(accounts.edit('Staging')).toHaveCount(0)
})

const withoutKeychain = test.extend({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the needs of a fixture from a pattern.
  earlierRun: async ({}, use) =>
    use(async (dataFolder) => {
      await writeAccounts(dataFolder, [{ id: 'shop', name: 'Shop' }])
      return { ...createMemorySecretStore(), delete: () => Promise.reject(keychainError('no-service')) }
    }),
})

withoutKeychain(
  'without a keychain an account is removed once the user knows that its key stays',
  inBrowserOnly('Its keychain is that of the system.'),
  async ({ app }) => {
    const { shell, accounts } = app.pages
    await shell.accountsLink.click()
    await accounts.remove('Shop').click()
    await expect(accounts.removal).toContainText('Nothing changes on the service.')
    await accounts.confirmRemoval.click()
    await expect(accounts.removal.getByRole('alert')).toContainText(
      'Its key can’t be deleted because no keychain is available.',
    )
    // Next to the offer to remove only the account, no text may promise that the key is deleted.
    await expect(accounts.removal).toContainText('If a keychain holds the account’s key, the key stays there')
    await expect(accounts.removal).not.toContainText('is deleted from the keychain')
    await expect(accounts.edit('Shop')).toHaveCount(1)
    await accounts.confirmAccountOnly.click()
    await expect(accounts.removedNotice('Shop')).toContainText('the key is still there')
    await expect(accounts.edit('Shop')).toHaveCount(0)
  },
)

test('a long name does not push out the buttons, and fields under Advanced show their errors too', async ({
  app,
  startService,
}) => {
  const { page } = app
  const { overview, accountForm } = app.pages
  await page.setViewportSize({ width: 900, height: 600 })
  const name = 'Invoices and reminders of the shop in all its countries, production'
  await addAccount(app.pages, { name, service: await startService() })
  await expect(overview.edit).toBeInViewport({ ratio: 1 })
  await overview.edit.click()
  await accountForm.advanced.click()
  await accountForm.userHeader.fill('X Bad Name')
  await accountForm.save.click()
  await expect(
    page.getByText('A header name has 1 to 80 characters that HTTP allows, such as letters, digits and hyphens.', {
      exact: true,
    }),
  ).toBeVisible()
  await expect(accountForm.userHeader).toBeFocused()
  await accountForm.userHeader.fill('X-Good-Name')
  await accountForm.allowList.fill('example.com')
  await accountForm.save.click()
  await expect(page.getByText(/^“example.com” would allow nobody/)).toBeVisible()
})

test('an account asks for its key again when its address changes, and keeps what was typed', async ({
  app,
  startService,
}) => {
  const service = await startService()
  const other = await startService({ key: 'key-of-the-other-service-0002' })
  const { page } = app
  const { overview, accounts, accountForm: form } = app.pages
  await addAccount(app.pages, { name: 'Shop', service })
  await overview.edit.click()
  await expect(page.getByText('Leave empty to keep the stored key.')).toBeVisible()
  await form.name.fill('Store')
  await form.baseUrl.fill(other.url)
  await expect(
    page.getByText('Enter the key again. The stored key is sent only to the server it was entered for.'),
  ).toBeVisible()
  for (const button of [form.testConnection, form.save]) {
    await button.click()
    await expect(page.getByText(`The stored key belongs to ${new URL(service.url).origin}`)).toBeVisible()
    await expect(form.key).toBeFocused()
  }
  await expect(form.name).toHaveValue('Store')
  await expect(form.baseUrl).toHaveValue(other.url)
  expect(other.control.requests()).toHaveLength(0)
  await form.key.fill(other.credentials.key)
  await form.save.click()
  await expect(accounts.savedNotice('Store')).toBeVisible()
})

test(
  'lifting read-only asks for the key if the host has no dialogs',
  inBrowserOnly('The dialog of the system is not part of the page.'),
  async ({ app, startService }) => {
    const service = await startService()
    const { page } = app
    const { shell, overview, accounts, accountForm: form } = app.pages
    await addAccount(app.pages, { name: 'Shop', service })
    await overview.edit.click()
    await form.readOnly.check()
    await expect(form.confirmWithKey).toHaveCount(0)
    await form.save.click()
    await expect(accounts.savedNotice('Shop')).toBeVisible()

    await accounts.edit('Shop').click()
    await form.readOnly.uncheck()
    await form.save.click()
    await expect(page.getByText('Enter this account’s key to confirm.')).toBeVisible()
    await expect(form.confirmWithKey).toBeFocused()
    await form.confirmWithKey.fill('not-the-key')
    await form.save.click()
    await expect(page.getByText('This isn’t the key stored for this account.')).toBeVisible()
    await form.confirmWithKey.fill(service.credentials.key)
    await form.save.click()
    await expect(accounts.edit('Shop')).toBeVisible()
    await expect(shell.main.getByText('Read-only')).toHaveCount(0)
  },
)

test('the password of a proxy is shown as dots, and saving the dots keeps the password', async ({
  app,
  startService,
}) => {
  const service = await startService()
  const { overview, accounts, accountForm: form } = app.pages
  await addAccount(app.pages, { name: 'Shop', service })
  await overview.edit.click()
  await form.advanced.click()
  await form.proxy.fill('http://ada:swordfish@proxy.example:3128')
  await form.key.fill(service.credentials.key)
  await form.save.click()
  for (const name of ['Store', 'Market']) {
    await accounts.editAny.click()
    await form.advanced.click()
    await expect(form.proxy).toHaveValue('http://ada:•••@proxy.example:3128')
    await form.name.fill(name)
    await form.save.click()
    await expect(accounts.savedNotice(name)).toBeVisible()
  }
})

test('a second account with the same name is refused at the name field', async ({ app, startService }) => {
  const service = await startService()
  await addAccount(app.pages, { name: 'Shop', service })
  await expect(app.pages.overview.title).toBeVisible()
  await addAccount(app.pages, { name: 'Shop', service })
  await expect(app.page.getByText('There is already an account named Shop')).toBeVisible()
  await expect(app.pages.accountForm.name).toBeFocused()
})

test('the overview shows at once why the service cannot be reached, if that is known', async ({
  app,
  startService,
}) => {
  const service = await startService()
  const { page } = app
  const { shell, overview, settings } = app.pages
  const reason = shell.alert.filter({ hasText: /refused the connection\. No service is running/ })
  await addAccount(app.pages, { name: 'Shop', service })
  await expect(overview.connected).toBeVisible()
  await expect(reason).toHaveCount(0)
  await service.close()
  await overview.checkConnection.click()
  await expect(reason).toBeVisible()
  await overview.facts.click()
  // The log of calls updates automatically, with one line per call.
  await expect(overview.call(/settings\.apiKeys .* connection-refused/)).toBeVisible()

  await shell.settingsLink.click()
  await expect(settings.title).toBeVisible()
  let checks = 0
  page.on('request', (request) => (checks += request.url().endsWith('/accounts.refresh') ? 1 : 0))
  await shell.overviewLink.click()
  await expect(reason).toBeVisible()
  expect(checks).toBe(0)
})

test(
  'a form that saves slowly does not take the user away from another view',
  notInElectron('The calls of Electron cannot be held up from here.'),
  async ({ app, startService }) => {
    const { shell, overview, accounts, accountForm, settings } = app.pages
    await addAccount(app.pages, { name: 'Shop', service: await startService() })
    await overview.edit.click()
    await accountForm.name.fill('Market')
    const release = await holdCalls(app.page, 'accounts.update')
    await accountForm.save.click()
    await shell.settingsLink.click()
    await expect(settings.title).toBeVisible()
    release()
    await expect(accounts.savedNotice('Market')).toBeVisible()
    await expect(settings.title).toBeVisible()
  },
)

test(
  'the page does not miss an event that is emitted while it opens',
  inBrowserOnly('It watches the stream of events on the network.'),
  async ({ app, startService }) => {
    const { page } = app
    await addAccount(app.pages, { name: 'Shop', service: await startService() })
    await expect(app.pages.overview.title).toBeVisible()
    const removed = await eventWith(page, '"accounts":[]')
    const { origin } = new URL(page.url())
    await page.route('**/rpc/accounts.list', async (route) => {
      const response = await route.fetch()
      const { output } = (await response.json()) as { output: { accounts: { id: string }[] } }
      // Another page removes the account after this response was sent and before this page receives it.
      await page.request.post(`${origin}/rpc/accounts.remove`, {
        headers: { Origin: origin, Authorization: route.request().headers()['authorization'] ?? '' },
        data: { id: output.accounts[0]?.id, archive: 'keep' },
      })
      await removed.received
      await route.fulfill({ response })
    })
    await page.reload()
    await expect(app.pages.welcome.title).toBeVisible()
  },
)

/** Watches the page’s event stream for a text, starting with the next reload. */
async function eventWith(page: Page, text: string): Promise<{ received: Promise<void> }> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  const { promise, resolve } = Promise.withResolvers<void>()
  const read = (data = '') => {
    if (Buffer.from(data, 'base64').includes(text)) resolve()
  }
  devTools.on('Network.dataReceived', ({ data }) => read(data))
  devTools.on('Network.responseReceived', ({ requestId, response }) => {
    if (!response.url.endsWith('/events')) return
    // Later data is reported with its content; earlier data is in this command’s response.
    void devTools.send('Network.streamResourceContent', { requestId }).then(({ bufferedData }) => read(bufferedData))
  })
  return { received: promise }
}
