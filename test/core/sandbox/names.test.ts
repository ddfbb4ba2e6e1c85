import { beforeEach, expect, test } from 'vitest'
import { aSend, ServiceClient } from '#test/sandbox/support/service-client.ts'
import { eventually } from '#test/support/eventually.ts'
import { openApp, type Ask, type OpenApp } from '#test/support/open-app.ts'
import { Wire } from '#test/support/wire.ts'

const abc = { headerNames: { user: 'X-ABC-User', key: 'X-ABC-Key' }, prefix: 'X_ABC_' }

let mailroom: OpenApp
beforeEach(async () => {
  mailroom = await openApp()
})
const ask: Ask = (name, ...input) => mailroom.ask(name, ...input)

test('new names apply at once and to the sandbox’s account, and survive a restart', async () => {
  const { id } = await ask('sandbox.explore', { scenario: 'empty' })
  await ask('sandbox.setNames', abc)
  const { url, user, key, headerNames, prefix } = (await ask('sandbox.state'))!
  expect({ headerNames, prefix }).toEqual(abc)
  const { accounts } = await ask('accounts.list')
  expect(accounts).toMatchObject([{ id, headerNames: abc.headerNames, keyPrefix: abc.prefix }])
  expect(await ask('accounts.refresh', { id })).toMatchObject({ connection: 'online' })

  const wire = new Wire({ url, user, key, userHeader: 'X-ABC-User', keyHeader: 'X-ABC-Key' })
  const body = aSend('a@x.org', {}, { headers: { 'X-SVC-TAGS': ['a'] } })
  expect((await wire.call('POST', '/messages/send', { body })).status).toBe(200)
  wire.close()
  const [request] = await ask('sandbox.requests', { own: false })
  expect((await ask('sandbox.request', { id: request!.id })).notes).toEqual([
    'X-SVC-TAGS was ignored: the prefix here is X_ABC_. Did you mean X_ABC_TAGS?',
  ])

  await mailroom.restart()
  await eventually(async () => expect(await ask('sandbox.state')).toMatchObject(abc))
  expect(await ask('accounts.refresh', { id })).toMatchObject({ connection: 'online' })
})

test('the account uses the names that a program sets', async () => {
  const { id } = await ask('sandbox.explore', { scenario: 'empty' })
  const { adminUrl, adminToken } = (await ask('sandbox.state'))!
  const program = new ServiceClient(adminUrl, { user: '', key: '' })
  const headers = { 'x-sandbox-token': adminToken }
  expect(await program.call({ method: 'PUT', path: '/names', body: abc, headers })).toMatchObject({ json: abc })
  program.close()
  await eventually(async () =>
    expect((await ask('accounts.list')).accounts).toMatchObject([{ id, keyPrefix: abc.prefix }]),
  )
  expect(await ask('accounts.refresh', { id })).toMatchObject({ connection: 'online', headerNames: abc.headerNames })
})

test('the account uses the default names when they are restored', async () => {
  const account = await ask('sandbox.explore', { scenario: 'empty' })
  await ask('sandbox.setNames', abc)
  await ask('sandbox.setNames', { headerNames: account.headerNames, prefix: account.keyPrefix })
  expect(await ask('accounts.refresh', { id: account.id })).toMatchObject({
    connection: 'online',
    headerNames: account.headerNames,
    keyPrefix: account.keyPrefix,
  })
})

test('names that cannot be used, and names for a stopped sandbox, are refused', async () => {
  await ask('sandbox.explore', { scenario: 'empty' })
  const same = { ...abc, headerNames: { user: 'X-Key', key: 'X-Key' } }
  await expect(ask('sandbox.setNames', same)).rejects.toMatchObject({
    code: 'refused',
    message: 'The user header and the key header need different names.',
  })
  await ask('sandbox.stop')
  await expect(ask('sandbox.setNames', abc)).rejects.toMatchObject({ code: 'sandbox-stopped' })
})
