import { addAccount, openAccount } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { demoShop } from './support/service.ts'

test('the dashboard of an account without history shows the service’s counts, part by part', async ({
  app,
  startService,
}) => {
  const { page } = app
  const { shell, dashboard, live } = app.pages
  app.expectError(/500|502/)
  const service = await startService(demoShop)
  service.faults.set([{ kind: 'status', status: 500, path: '/statistics/tags' }])
  await addAccount(app.pages, { name: 'Clinic', service, stored: false })
  await app.pages.overview.title.waitFor()
  await shell.open('dashboard')

  await test.step('a panel that fails says so and is requested again, while the others stay', async () => {
    await expect(dashboard.figures).toBeVisible()
    await expect(dashboard.days).toBeVisible()
    await expect(dashboard.source).toHaveCount(0)
    const again = dashboard.panel('Tags').getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible({ timeout: 30_000 })
    expect(await violations(page)).toEqual([])
    service.faults.clear()
    await again.click()
    await expect(dashboard.line('Tags', 'order')).toBeVisible()
    for (const title of ['Tags', 'Mailbox providers', 'Recipient domains']) {
      await expect(dashboard.panel(title).getByRole('columnheader', { name: 'Change' })).toBeVisible()
    }
  })

  await test.step('a condition that the service cannot apply is named and can be removed', async () => {
    await shell.open('dashboard?q=last%3A7d+tag%3A%3Dorder+invoice')
    await expect(dashboard.notApplied).toContainText('“invoice”')
    await dashboard.removeNotApplied.click()
    await expect(dashboard.notApplied).toHaveCount(0)
    await expect(page).toHaveURL(/q=last%3A7d\+tag%3A%3Dorder$/)
  })

  await test.step('a tag opens the live search with the same filters', async () => {
    await dashboard.messagesOf('order').click()
    await expect(live.total).toBeVisible()
    await expect(page).toHaveURL(/tags=order/)
    await page.goBack()
  })

  await test.step('the last figures of an unreachable service are shown with their age', async () => {
    await expect(dashboard.figures).toBeVisible()
    service.faults.set([{ kind: 'cut', afterBytes: 0, path: '/statistics/*' }])
    await dashboard.refresh.click()
    await expect(dashboard.offline).toBeVisible({ timeout: 30_000 })
    await expect(dashboard.figures).toBeVisible()
    await expect(dashboard.age).toBeVisible()
    service.faults.clear()
    await dashboard.refresh.click()
    await expect(dashboard.offline).toHaveCount(0)
  })
})

test('archive and service can be switched with the keyboard and by Back, and the choice is kept', async ({
  app,
  shopService,
}) => {
  const { page } = app
  const { shell, dashboard } = app.pages
  await openAccount(app, { name: 'Shop', service: shopService })
  await shell.open('dashboard')
  await dashboard.fromSource('Archive').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/source=service/)
  await expect(dashboard.figures).toBeVisible()
  await expect(dashboard.fromSource('Service')).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.goBack()
  await expect(dashboard.fromSource('Archive')).toBeChecked()
  await page.goForward()
  await expect(dashboard.fromSource('Service')).toBeChecked()
  await shell.messagesLink.click()
  await shell.open('dashboard')
  await expect(dashboard.fromSource('Service')).toBeChecked()
})
