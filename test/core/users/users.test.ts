import { expect, test } from 'vitest'
import { openAccount } from '#test/support/open-app.ts'

test('the users of an account are listed with their settings, and each is read by its id', async () => {
  const { ask, accountId, service } = await openAccount()
  const { users, unreadable } = await ask('users.list', { accountId })
  expect(unreadable).toBe(0)
  expect(users).toHaveLength(service.store.users.list().length)
  const [user] = users!
  expect(user).toMatchObject({ username: expect.stringContaining('@'), settings: { timezone: expect.any(String) } })
  expect(await ask('users.get', { accountId, userId: user!.id })).toEqual(user)
})

test('an account that cannot list its users still reads one by its id', async () => {
  const { ask, accountId, service } = await openAccount({}, { strict: true })
  expect(await ask('users.list', { accountId })).toEqual({ users: null, unreadable: 0 })
  const { id } = service.store.users.list()[0]!
  expect(await ask('users.get', { accountId, userId: id })).toMatchObject({ id })
})

test('an unknown id is reported', async () => {
  const { ask, accountId } = await openAccount()
  const asked = ask('users.get', { accountId, userId: 'a/b?c' })
  await expect(asked).rejects.toMatchObject({
    code: 'not-found',
    message: expect.stringContaining('no user with this ID'),
  })
})
