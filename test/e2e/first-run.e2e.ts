import { expect, notInElectron, test } from './support/fixtures.ts'
import { holdCalls } from './support/hosts/page-calls.ts'
import { savedSettings } from './support/saved-settings.ts'

test.use({ spawned: true })

test('an account that is connected in the first run is still there after a restart', async ({ app, startService }) => {
  const service = await startService()
  const { welcome, accountForm, overview, sync } = app.pages
  await welcome.connectAccount.click()
  await accountForm.fill({ name: 'Shop', url: service.url, ...service.credentials })
  await accountForm.testAndAdd.click()
  await expect(overview.title).toBeVisible()
  await expect(overview.connected).toBeVisible()
  await expect(sync.introduction).toBeVisible()

  await savedSettings(app, '#/overview')
  await app.restart()
  await expect(app.pages.overview.title).toBeVisible()
  // This host keeps its keys in memory, and the account says so instead of failing later.
  await expect(app.pages.overview.keyMissing).toBeVisible()
})

test(
  'the form shows each error at its field and keeps the typed text',
  notInElectron('The calls of Electron cannot be held up from here.'),
  async ({ app, startService }) => {
    const service = await startService()
    const { page } = app
    const { welcome, accountForm: form, overview } = app.pages
    await welcome.connectAccount.click()
    await expect(form.name).toBeFocused()
    await form.baseUrl.focus()
    await form.testAndAdd.click()
    await expect(page.getByText('Give the account a name')).toBeVisible()
    await expect(form.name).toBeFocused()

    await form.fill({ name: 'Shop', url: service.url.replace('/v1', ''), ...service.credentials })
    await form.user.focus()
    await form.useSuggestion.click()
    await expect(form.baseUrl).toHaveValue(service.url)

    await form.key.fill('not-the-key')
    await form.testAndAdd.click()
    await expect(page.getByText('Nothing was saved. What you typed is still here.')).toBeVisible()
    await expect(form.name).toHaveValue('Shop')

    await test.step('a test keeps the focus on its button, and its result holds until the form changes', async () => {
      await form.key.fill(service.credentials.key)
      const release = await holdCalls(page, 'accounts.test')
      await form.testConnection.focus()
      await page.keyboard.press('Enter')
      await expect(form.testAndAdd).toBeDisabled()
      await expect(form.testConnection).toHaveAttribute('aria-busy', 'true')
      release()
      await expect(form.testSucceeded).toBeVisible()
      await expect(form.testConnection).toBeFocused()
      await form.user.press('End')
      await page.keyboard.type('x')
      await expect(form.testSucceeded).toBeHidden()
      await page.keyboard.press('Backspace')
    })

    await form.testAndAdd.click()
    await expect(overview.title).toBeVisible()
  },
)

test('exploring can be cancelled, and plain http to another machine needs a confirmation', async ({ app }) => {
  const { welcome, accountForm } = app.pages
  await welcome.exploreSandbox.click()
  await expect(welcome.preparing).toBeVisible()
  await welcome.cancelExploring.click()
  await expect(welcome.preparing).toHaveCount(0)
  await expect(welcome.title).toBeVisible()
  await welcome.connectAccount.click()
  await accountForm.fill({ name: 'Shop', url: 'http://mail.example/v1', user: 'u', key: 'k' })
  await accountForm.name.focus()
  await expect(app.page.getByText('your key would cross the network')).toBeVisible()
  await expect(accountForm.usePlainHttp).not.toBeChecked()
})
