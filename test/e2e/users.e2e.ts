import { openAccount } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'

test('a user is chosen from the list, and a missing one is reported', async ({ app, startService }) => {
  app.expectError(/Failed to load resource/)
  const service = await startService({})
  const { page } = app
  const { shell, users } = app.pages
  await openAccount(app, { name: 'Shop', service })
  await shell.open('users')
  await expect(users.all).toHaveCount(service.store.users.list().length)
  await users.open(users.all.first())
  const { id, username } = service.store.users.list()[0]!
  await expect(users.profile).toContainText(username)
  await expect(users.profile).toContainText('Time zone')
  expect(page.url()).toContain(`#/users/${id}`)
  expect(await violations(page), 'a user').toEqual([])
  await users.id.fill('nobody')
  await users.id.press('Enter')
  await expect(users.unknown).toBeVisible()
  expect(await violations(page), 'an unknown user').toEqual([])
})

test('an account that cannot list its users reads one by its id', async ({ app, startService }) => {
  const service = await startService({ strict: true })
  const { shell, users } = app.pages
  await openAccount(app, { name: 'Shop', service })
  app.expectError(/Failed to load resource/)
  await shell.open('users')
  await expect(users.notListed).toBeVisible()
  const { id, username } = service.store.users.list()[0]!
  await users.id.fill(id)
  await users.id.press('Enter')
  await expect(users.profile).toContainText(username)
})
