import type { Sandbox } from '#sandbox/create-sandbox.ts'
import { violations } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { demoShop } from './support/service.ts'
import { openShopHistory } from './support/shop.ts'

const day = 86_400_000

/** People open messages from three days ago, which the archive has already read. */
function openMessages(service: Sandbox, count: number): void {
  const now = service.clock.now()
  const midnight = now - (now % day) - 3 * day
  const period = { dateBegin: midnight, dateEnd: midnight + day - 1000 }
  const { messages } = service.store.messages.list(period, { page: 1, pageSize: 500 })
  const delivered = messages.filter(({ lastState }) => lastState === 'delivered').slice(0, count)
  for (const { id } of delivered) service.store.messages.recordEvent(id, { type: 'open', date: now })
}

test('a day that differs from the service is explained, read again and then equal', async ({ app, startService }) => {
  // The clock is stopped; otherwise the simulated people would open more messages.
  const service = await startService({ ...demoShop, clock: { running: false } })
  await openShopHistory({ app, shopService: service })
  openMessages(service, 2)
  const { page } = app
  const { shell, dashboard, comparison } = app.pages
  await shell.open('dashboard?q=last:7d')
  await expect(dashboard.figures).toBeVisible()
  await dashboard.whyDifferent.click()
  await expect(dashboard.reasons).toContainText('The archive counts messages as of the last sync.')
  expect(await violations(page)).toEqual([])
  await dashboard.reasons.getByRole('button', { name: 'Compare with the service' }).click()
  await expect(comparison.title).toBeVisible()
  await page.goBack()
  await dashboard.compareWithService.click()
  await expect(comparison.title).toBeVisible()

  await test.step('the difference is shown with its reason', async () => {
    await expect(comparison.summary).toContainText(/with later opens, clicks or states/)
    await expect(comparison.counter('Opens')).toContainText('+2')
    await expect(comparison.days).toContainText(
      /Opens, clicks and states that came after .* are not in the archive yet/,
    )
    expect(await violations(page)).toEqual([])
  })

  await test.step('tags show the same opens, and Back returns to the days', async () => {
    // The icon of a segment covers its radio button.
    await comparison.byTags.check({ force: true })
    await expect(comparison.tags).toContainText('Opens')
    await page.goBack()
    await expect(comparison.days).toBeVisible()
  })

  await test.step('the repair reads the day again and repeats the comparison', async () => {
    await comparison.repair.click()
    await comparison.confirmRepair.click()
    await expect(comparison.repaired).toHaveText('Repair complete: 0 new messages, 2 updates.')
    await expect(comparison.summary).not.toContainText('later opens')
    await expect(comparison.repair).toHaveCount(0)
  })

  await test.step('equal days are shown on request, and Back returns to the dashboard', async () => {
    await comparison.showEqual.check()
    await expect(comparison.counter('Messages').first()).toContainText('equal')
    expect(await violations(page)).toEqual([])
    await page.goBack()
    await page.goBack()
    await expect(dashboard.figures).toBeVisible()
  })
})

test('a service that does not respond affects neither the dashboard nor the link to a recipient', async ({
  app,
  startService,
}) => {
  app.expectError(/Failed to load resource/)
  const service = await startService({ ...demoShop, clock: { running: false } })
  await openShopHistory({ app, shopService: service })
  const [message] = service.store.messages.newest(1)
  const { email } = message!
  const { shell, dashboard, comparison, recipients } = app.pages
  await service.close()
  await shell.open('dashboard?view=reconcile&q=last:7d')
  await expect(app.page.getByText('A comparison needs the service.')).toBeVisible({ timeout: 30_000 })
  await expect(comparison.summary).toHaveCount(0)

  await shell.open('dashboard')
  await dashboard.findRecipient.fill(email)
  await dashboard.findRecipient.press('Enter')
  await expect(recipients.heading(email)).toBeVisible()
  await expect(recipients.ownCounters).toHaveText(/^Messages [1-9]/)
  // At the smallest window size, columns are dropped instead of being cut off.
  await app.page.setViewportSize({ width: 900, height: 600 })
  await expect(recipients.messages.getByRole('columnheader').last()).toBeInViewport({ ratio: 1 })
})
