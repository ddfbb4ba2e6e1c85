import { startReceiver } from '#test/support/webhooks/receiver.ts'
import { openAccount } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'

test('a webhook is added, tested, edited, deleted and added again', async ({ app, startService }) => {
  app.expectError(/Failed to load resource/)
  const service = await startService()
  const receiver = await startReceiver()
  const { page } = app
  const { shell, webhooks } = app.pages
  await openAccount(app, { name: 'Shop', service })
  await shell.open('webhooks')
  await expect(webhooks.none).toBeVisible()
  await webhooks.new.click()
  await webhooks.url.fill('nowhere')
  await webhooks.add.click()
  await expect(page.getByText('Enter a URL that begins with https:// or http://.')).toBeVisible()
  receiver.status = 404
  await webhooks.url.fill(receiver.url)
  await webhooks.description.fill('Shop backend')
  await webhooks.add.click()
  await expect(webhooks.dialog.getByText(/The URL returned status 404\./).first()).toBeVisible()
  expect(await violations(page), 'a refused webhook').toEqual([])
  receiver.status = 200
  await webhooks.event('Opened').press('Space')
  await webhooks.add.click()
  await expect(webhooks.row('Shop backend')).toContainText(receiver.url)

  await webhooks.row('Shop backend').click()
  await webhooks.test.click()
  await expect(webhooks.calls.getByRole('row', { name: /Succeeded Delivered/ })).toBeVisible()
  receiver.status = 500
  await webhooks.test.click()
  await expect(webhooks.calls.getByText('The receiver returned status 500.')).toBeVisible()
  await expect(webhooks.details).toContainText('1 succeeded, 1 failed')
  expect(await violations(page), 'the log of a webhook').toEqual([])

  await webhooks.edit.click()
  await webhooks.description.fill('Store backend')
  await webhooks.event('All events').press('Space')
  await webhooks.save.click()
  await expect(webhooks.row('Store backend')).toContainText('All events')
  expect(receiver.calls).toHaveLength(4)

  receiver.status = 200
  await webhooks.delete.click()
  await webhooks.confirm.click()
  await expect(webhooks.none).toBeVisible()
  await webhooks.addAgain.click()
  await expect(webhooks.row('Store backend')).toContainText('All events')
  await receiver.close()
})

test('an account without webhooks says so, and links to its abilities', async ({ app, startService }) => {
  const service = await startService({ strict: true })
  const { shell, webhooks, abilities } = app.pages
  await openAccount(app, { name: 'Shop', service })
  await shell.open('webhooks')
  await expect(webhooks.notOffered).toBeVisible()
  await expect(webhooks.new).toHaveCount(0)
  await abilities.link.click()
  await expect(abilities.operation('GET /settings/webhooks')).toContainText('No')
})
