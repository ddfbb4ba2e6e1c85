import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import { openAccount } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { expect, test, type AppUnderTest } from './support/fixtures.ts'
import { demoShop } from './support/service.ts'

function openClinic(app: AppUnderTest, service: Sandbox, { stored = false } = {}): Promise<void> {
  return openAccount(app, { name: 'Clinic', service, stored })
}

/** Whether the account has an archive on disk. Leaves the account’s form open. */
async function hasHistoryOnDisk({ page, pages: { shell, accounts }, dataFolder }: AppUnderTest): Promise<boolean> {
  await shell.accountsLink.click()
  await accounts.edit('Clinic').click()
  const id = /accounts\/([^?]+)/.exec(new URL(page.url()).hash)![1]!
  return existsSync(join(dataFolder, 'accounts', id))
}

test('an account without history is searched at the service and stores nothing on the disk', async ({
  app,
  shopService,
}) => {
  const { page } = app
  const { shell, overview, live } = app.pages
  await openClinic(app, shopService)
  await expect(overview.notStored).toBeVisible()
  await shell.messagesLink.click()

  await test.step('the last seven days load without a search', async () => {
    await expect(live.total).toBeVisible()
    // The date is shortened, but complete for screen readers and on hover.
    await expect(live.row(1).getByRole('gridcell').first()).toHaveAccessibleDescription(/\d{4}, \d+:\d+:\d+/)
    await expect(
      page.getByText(/^Results from the service as of .*\. Nothing is stored on this computer\.$/),
    ).toBeVisible()
    await expect(page.getByText(/You can’t search for words, recipients, states or metadata/)).toBeVisible()
  })
  const all = await live.total.innerText()

  await test.step('by tag and period, from the keyboard', async () => {
    await page.keyboard.press('/')
    await expect(live.senders).toBeFocused()
    await live.tags.fill('invoice')
    await page.keyboard.press('Enter')
    await expect(live.filtersChanged).toBeVisible()
    await live.period.click()
    await live.lastThirtyDays.click()
    await live.search.click()
    await expect(live.total).not.toHaveText(all)
    await expect(live.filtersChanged).toHaveCount(0)
    await expect(page).toHaveURL(/tags=invoice/)
  })

  await test.step('scrolling loads further pages', async () => {
    await live.grid.focus()
    await page.keyboard.press('End')
    const last = Number((await live.total.innerText()).replace(/\D/g, ''))
    expect(last).toBeGreaterThan(100)
    await expect(live.row(last - 1)).toContainText('invoice')
  })

  await test.step('a message opens with its events', async () => {
    await page.keyboard.press('Home')
    await expect(live.row(0)).toHaveAttribute('aria-selected', 'true')
    await expect(live.detailAccepted).toBeVisible()
    await expect(live.detailTimeline).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(live.askAgain).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(live.detail).toHaveCount(0)
    await expect(live.grid).toBeFocused()
  })

  await test.step('the filters survive a reload', async () => {
    const shown = await live.total.innerText()
    await page.reload()
    await expect(live.total).toHaveText(shown)
    await expect(live.chosenTags).toContainText('invoice')
  })

  expect(await hasHistoryOnDisk(app)).toBe(false)
})

test('a failing service leaves the rows in place, and an empty result offers alternatives', async ({
  app,
  startService,
}) => {
  app.expectError(/status of 5\d\d|Failed to load/)
  const service = await startService(demoShop)
  const { page } = app
  const { shell, live } = app.pages
  await openClinic(app, service)
  await shell.messagesLink.click()
  await expect(live.total).toBeVisible()
  const shown = await live.row(0).innerText()

  service.faults.set([{ kind: 'status', status: 503, path: '/statistics/*' }])
  await live.tags.fill('no-such-tag')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The rows shown are from the last successful search.')).toBeVisible({ timeout: 40_000 })
  expect(await live.row(0).innerText()).toBe(shown)

  service.faults.set([])
  await live.tryAgain.click()
  await expect(page.getByText('No matching messages on the service')).toBeVisible()
  await live.clearFilters.click()
  await expect(live.row(0)).toContainText(shown.split('\n')[0]!)
})

test('turning the history off asks what to do with the file, and turning it on asks how far back to read', async ({
  app,
  startService,
}) => {
  const { page } = app
  const { shell, accounts, accountForm: form, live, sync } = app.pages
  await openClinic(app, await startService(), { stored: true })
  await shell.messagesLink.click()
  await expect(sync.introduction).toBeVisible()
  expect(await hasHistoryOnDisk(app)).toBe(true)

  await form.forgoHistory()
  await expect(form.keepFile).toBeChecked()
  await form.deleteFile.check()
  await expect(page.getByText(/^Saving permanently deletes the file/)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await form.save.click()
  await expect(accounts.savedNotice('Clinic')).toBeVisible()
  expect(await hasHistoryOnDisk(app)).toBe(false)

  await shell.messagesLink.click()
  await live.keepHistory.click()
  await form.advanced.click()
  await form.keepHistory.check()
  await form.save.click()
  await expect(accounts.title).toBeVisible()
  await shell.messagesLink.click()
  await expect(sync.introduction).toBeVisible()
})

test('a recipient of an account without history is described by the service alone', async ({ app, shopService }) => {
  const { page } = app
  const { shell, recipients } = app.pages
  await openClinic(app, shopService)
  await shell.recipientsLink.click()
  await recipients.address.fill('lefevre')
  await recipients.address.press('Enter')
  await expect(recipients.address).toHaveAccessibleDescription(/it can’t find recipients by name\./)
  await shell.open('recipients/nobody%40shop.example')
  await expect(page.getByText('The data below is from the service.')).toBeVisible()
  await expect(recipients.blacklists).toBeVisible()
  await expect(recipients.notListed.first()).toBeVisible()
})
