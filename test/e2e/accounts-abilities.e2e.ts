import { openAccount } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { expect, test, notInElectron } from './support/fixtures.ts'

test('an account’s abilities are detected, kept over a reload and filtered by differences', async ({
  app,
  startService,
}) => {
  const service = await startService()
  const { page } = app
  const { overview, abilities } = app.pages
  await openAccount(app, { name: 'Shop', service })
  await overview.facts.click()
  await expect(abilities.credits).toBeVisible()
  await abilities.link.click()
  await expect(abilities.operation('GET /users')).toContainText('Unknown')
  await expect(abilities.operation('POST /messages/send')).toContainText('Probably')
  await abilities.detect.click()
  await expect(abilities.operation('GET /users')).toContainText('Yes')
  await expect(abilities.operation('GET /settings/domains/{sending}/test')).toContainText('Probably')
  expect(await violations(page), 'all operations').toEqual([])

  service.faults.set([{ kind: 'status', status: 503, path: '/account' }])
  await abilities.detect.click()
  await expect(abilities.operation('GET /account')).toContainText('The service failed (status 503).')
  await abilities.onlyDifferent.press('Space')
  await expect(abilities.operation('POST /messages/send')).toHaveCount(0)
  await expect(abilities.operation('GET /account')).toBeVisible()
  await page.reload()
  await expect(abilities.onlyDifferent).toBeChecked()
  await expect(abilities.operation('GET /account')).toContainText('503 service-error')
  await expect(abilities.operation('POST /messages/send')).toHaveCount(0)
  expect(await violations(page), 'what differs').toEqual([])
})

test(
  'the abilities can be copied as text for a ticket, without the key and the user',
  notInElectron('The clipboard of the system belongs to whoever works on this machine.'),
  async ({ app, startService }) => {
    const service = await startService()
    const { page } = app
    const { overview, abilities } = app.pages
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await openAccount(app, { name: 'Shop', service })
    await overview.facts.click()
    await abilities.link.click()
    await abilities.detect.click()
    await expect(abilities.operation('GET /users')).toContainText('Yes')
    await abilities.copy.click()
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
    const text = await page.evaluate(() => navigator.clipboard.readText())
    expect(text).toMatch(/- GET \/users \(not documented\): yes\n {2}last success \d{4}-/)
    expect(text).not.toContain(service.credentials.key)
    expect(text).not.toContain('@')
  },
)

test('an account with only the documented operations says so, and features link to that view', async ({
  app,
  startService,
}) => {
  const service = await startService({ strict: true })
  const { shell, users, abilities } = app.pages
  await openAccount(app, { name: 'Shop', service })
  await expect(abilities.credits).toHaveCount(0)
  await shell.open('users')
  await expect(users.notListed).toBeVisible()
  await abilities.link.click()
  await expect(abilities.title).toBeVisible()
  await abilities.detect.click()
  await expect(abilities.operation('GET /users')).toContainText('No')
  await abilities.onlyDifferent.press('Space')
  await expect(abilities.nothingDiffers).toBeVisible()
})
