import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ManualClock } from '#test/support/manual-clock.ts'
import { openAccount, openAppAtSandbox } from '#test/support/open-app.ts'
import { apiCalls, create, earlier, read, secrets, send } from './support.ts'

describe('The list of keys', () => {
  test('shows the end of each key, and neither a key nor a login', async () => {
    const mailroom = await openAccount()
    const { key, secret } = await create(mailroom)
    const list = await mailroom.ask('keys.list', { accountId: mailroom.accountId })
    expect(list).toMatchObject({ unreadable: 0, canChange: 'unknown', canRemove: 'unknown', rotations: [] })
    expect(list.keys.map(({ isOwn }) => isOwn)).toEqual([true, false])
    expect(list.keys[1]).toEqual(key)
    expect(key.ending).toBe(secret!.slice(-4))
    for (const one of secrets(mailroom.service)) expect(JSON.stringify(list)).not.toContain(one)
  })

  test('shows when and how often each key was used, according to the archive', async () => {
    const mailroom = await openAccount({}, earlier)
    const { ask, accountId, service } = mailroom
    const { key, secret } = await create(mailroom)
    await send(mailroom, secret!, 3)
    service.clock.advance('hour')
    await read(mailroom)
    const { usage, horizon } = await ask('keys.usage', { accountId })
    expect(usage[key.id]).toMatchObject({ messages: 3, searchAs: key.id, lastUse: expect.any(Number) })
    expect(usage[service.control.keys()[0]!.id]).toEqual({ messages: 0, searchAs: null, lastUse: null })
    expect(horizon).not.toBeNull()
    // A sync emits a change every second. A page that then asks for the usage again must not cause another call to the
    // service.
    const asked = apiCalls(service).length
    expect(await ask('keys.usage', { accountId })).toMatchObject({ usage })
    expect(apiCalls(service)).toHaveLength(asked)
  })

  test('shows no use if no history is stored', async () => {
    const mailroom = await openAccount({ storeHistory: false })
    const { accountId } = mailroom
    expect(await mailroom.ask('keys.usage', { accountId })).toEqual({ usage: {}, rotations: {}, horizon: null })
  })
})

describe('A new key', () => {
  test('is returned once, and is in no file, no log and no other response', async () => {
    const mailroom = await openAccount()
    const { ask, accountId } = mailroom
    await ask('settings.change', { logLevel: 'debug' })
    const { secret, token } = await create(mailroom)
    const added = await ask('keys.addAccount', { token: token!, name: 'Second', keep: 'keychain' })
    await ask('accounts.refresh', { id: added.accountId })
    const answers = [
      await ask('keys.list', { accountId }),
      await ask('keys.usage', { accountId }),
      await ask('accounts.list'),
      await ask('accounts.calls', { id: accountId }),
      await ask('outcomes.list'),
      await ask('jobs.list'),
      await ask('logs.read', { limit: 2000 }),
    ]
    expect(JSON.stringify(answers)).not.toContain(secret)
    await mailroom.close()
    const entries = await readdir(mailroom.folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    expect(files.length).toBeGreaterThan(2)
    for (const file of files) expect([file, (await readFile(file, 'latin1')).includes(secret!)]).toEqual([file, false])
  })

  test('becomes an account that signs in with it, at the same service', async () => {
    const mailroom = await openAccount({ colour: 'red', recipientAllowList: ['@example.org'] })
    const { ask, service } = mailroom
    const { secret, token } = await create(mailroom)
    const { accountId } = await ask('keys.addAccount', { token: token!, name: 'Second', keep: 'this-run' })
    // The page still shows the key as part of the account it was created in.
    expect((await ask('accounts.list')).currentId).toBe(mailroom.accountId)
    expect(await ask('accounts.refresh', { id: accountId })).toMatchObject({
      name: 'Second',
      colour: 'red',
      recipientAllowList: ['@example.org'],
      connection: 'online',
      baseUrl: service.url,
    })
    const { keys } = await ask('keys.list', { accountId })
    expect(keys.filter(({ isOwn }) => isOwn).map(({ ending }) => ending)).toEqual([secret!.slice(-4)])
  })

  test('signs in with its own login if the account signs in with that of its key', async () => {
    const mailroom = await openAppAtSandbox()
    const { hash } = mailroom.service.control.keys()[0]!
    await mailroom.addAccount({ user: hash })
    const { ask, accountId } = mailroom
    const { key, token } = await create(mailroom)
    await ask('keys.signIn', { token: token! })
    expect(await ask('accounts.refresh', { id: accountId })).toMatchObject({ connection: 'online' })
    const { keys } = await ask('keys.list', { accountId })
    expect(keys.find(({ isOwn }) => isOwn)?.id).toBe(key.id)
  })

  test('is kept as long as it is shown, but at most a quarter of an hour', async () => {
    const clock = new ManualClock()
    const mailroom = await openAppAtSandbox({}, () => ({ clock }))
    await mailroom.addAccount()
    const { ask } = mailroom
    const add = (token: string | null) => ask('keys.addAccount', { token: token!, name: 'Late', keep: 'this-run' })
    const first = await create(mailroom)
    await ask('keys.dismiss', { token: first.token! })
    await expect(add(first.token)).rejects.toMatchObject({ code: 'key-dismissed' })
    const second = await create(mailroom)
    clock.advance(15 * 60_000)
    await expect(add(second.token)).rejects.toMatchObject({ code: 'key-dismissed' })
  })

  test('is removed from the clipboard after a minute, unless the clipboard has changed', async () => {
    const clock = new ManualClock()
    let clipboard = ''
    const mailroom = await openAppAtSandbox({}, (ports) => ({
      clock,
      shell: {
        ...ports.shell,
        copyText: async (text) => void (clipboard = text),
        clearText: async (text) => void (clipboard = clipboard === text ? '' : clipboard),
      },
    }))
    await mailroom.addAccount()
    const { ask } = mailroom
    const { secret, token } = await create(mailroom)
    const copy = () => ask('keys.copy', { token: token! })
    expect(await copy()).toEqual({ seconds: 60 })
    expect(clipboard).toBe(secret)
    clock.advance(59_000)
    expect(clipboard).toBe(secret)
    clock.advance(1000)
    expect(clipboard).toBe('')
    await copy()
    clipboard = 'of the user'
    clock.advance(60_000)
    expect(clipboard).toBe('of the user')
    await copy()
    await mailroom.close()
    expect(clipboard).toBe('')
  })

  test.each([
    [{ enabled: true, allowedIps: ['010.0.0.1'] }, /leading zeros/],
    [{ enabled: true, allowedIps: ['nowhere'] }, /not an IP address/],
    [{ enabled: true, allowedIps: [] }, /allows no address/],
  ])('with the filter %j is refused without a call', async (filter, sentence) => {
    const mailroom = await openAccount()
    await expect(create(mailroom, { filter })).rejects.toThrow(sentence)
    expect(apiCalls(mailroom.service)).toEqual([])
  })
})

test('the addresses of this computer do not include those that nobody else can see', async () => {
  const mailroom = await openAccount()
  for (const { address } of await mailroom.ask('keys.ownAddresses')) {
    expect(address).not.toMatch(/^(?:127\.|::1$|fe80:)/)
  }
})
