import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import { json, serve } from '#test/support/api-client.ts'
import { openAccount, openApp, type OpenApp } from '#test/support/open-app.ts'
import { apiCalls, create, earlier, read, send, type Wish } from './support.ts'

describe('A creation whose response was lost', () => {
  async function lost(mailroom: OpenApp<Sandbox>, wish: Wish = {}): Promise<string> {
    const id = crypto.randomUUID()
    mailroom.service.faults.set([{ kind: 'cut', path: '/settings/apikeys', method: 'POST' }])
    await expect(create(mailroom, { id, ...wish })).rejects.toMatchObject({
      code: 'outcome-unknown',
      details: { outcomeId: id },
    })
    mailroom.service.faults.clear()
    return id
  }

  test('shows new keys of the list, and the key is taken over once', async () => {
    const mailroom = await openAccount()
    const { ask, accountId, service } = mailroom
    await create(mailroom)
    const outcomeId = await lost(mailroom)
    const { keys } = await ask('keys.difference', { accountId, outcomeId })
    expect(keys).toMatchObject([{ description: 'Shop' }])
    const made = await ask('keys.takeOver', { accountId, outcomeId, keyId: keys[0]!.id })
    expect(made.secret).toBe(service.control.keys().at(-1)!.key)
    expect(await ask('outcomes.list')).toMatchObject([{ id: outcomeId, state: 'happened', dismissed: true }])
    await expect(ask('keys.takeOver', { accountId, outcomeId, keyId: keys[0]!.id })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  test('does not take over an older key or one with another name', async () => {
    const mailroom = await openAccount()
    const { ask, accountId } = mailroom
    const { key } = await create(mailroom)
    const outcomeId = await lost(mailroom)
    const other = await create(mailroom, { description: 'Somebody else’s' })
    for (const keyId of [key.id, other.key.id]) {
      await expect(ask('keys.takeOver', { accountId, outcomeId, keyId })).rejects.toMatchObject({ code: 'not-found' })
    }
  })

  test('keeps the key out of the error and out of the log', async () => {
    const mailroom = await openAccount()
    await mailroom.ask('settings.change', { logLevel: 'debug' })
    mailroom.service.faults.set([{ kind: 'cut', path: '/settings/apikeys', method: 'POST' }])
    const error = await create(mailroom).catch((thrown: unknown) => thrown)
    const said = JSON.stringify([
      error,
      await mailroom.ask('logs.read', { limit: 2000 }),
      await mailroom.ask('outcomes.list'),
    ])
    expect(said).toContain('outcome-unknown')
    const made = mailroom.service.control.keys().at(-1)!
    expect(said).not.toContain(made.key)
    expect(said).not.toContain(made.key.slice(0, 12))
  })
})

describe('A rotation', () => {
  test('watches both keys over a restart, until the old one is deleted', async () => {
    const mailroom = await openAccount()
    const { ask, accountId } = mailroom
    const old = await create(mailroom)
    const made = await create(mailroom, { description: 'Shop 2', replaces: old.key.id })
    const list = () => mailroom.ask('keys.list', { accountId })
    expect((await list()).rotations).toMatchObject([{ oldId: old.key.id, newId: made.key.id }])
    await ask('keys.remove', { accountId, keyId: old.key.id })
    expect(await list()).toMatchObject({ rotations: [], canRemove: 'yes' })
    const again = await create(mailroom, { description: 'Shop 3', replaces: made.key.id })
    const [rotation] = (await list()).rotations
    await mailroom.close()
    expect(await readFile(join(mailroom.folder, 'key-rotations.json'), 'utf8')).not.toContain(again.secret!)
    await mailroom.start()
    await mailroom.ask('accounts.replaceKey', {
      id: accountId,
      key: mailroom.service.credentials.key,
      keep: 'this-run',
    })
    expect((await list()).rotations).toEqual([rotation])
    await mailroom.ask('keys.endRotation', { accountId, id: rotation!.id })
    expect((await list()).rotations).toEqual([])
  })

  test('that can’t be watched does not keep the new key from being shown', async () => {
    const mailroom = await openAccount()
    const old = await create(mailroom)
    // The file can’t be written.
    await mkdir(join(mailroom.folder, 'key-rotations.json', 'taken'), { recursive: true })
    const made = await create(mailroom, { description: 'Shop 2', replaces: old.key.id })
    expect(made.secret).toBe(mailroom.service.control.keys().at(-1)!.key)
    expect((await mailroom.ask('keys.list', { accountId: mailroom.accountId })).rotations).toEqual([])
  })

  test('counts the messages of both keys since it began', async () => {
    const mailroom = await openAccount({}, earlier)
    const { ask, accountId, service } = mailroom
    const old = await create(mailroom)
    await send(mailroom, old.secret!, 4)
    service.clock.advance('hour')
    const made = await create(mailroom, { description: 'Shop 2', replaces: old.key.id })
    await send(mailroom, old.secret!, 1)
    await send(mailroom, made.secret!, 2)
    service.clock.advance('hour')
    await read(mailroom)
    const { rotations, usage } = await ask('keys.usage', { accountId })
    expect(Object.values(rotations)).toEqual([{ old: 1, new: 2 }])
    expect(usage[old.key.id]).toMatchObject({ messages: 5 })
  })
})

describe('A change of a key', () => {
  test('appears in the list, and emits an event', async () => {
    const mailroom = await openAccount()
    const { ask, accountId } = mailroom
    const { key } = await create(mailroom)
    const events: string[] = []
    mailroom.app.subscribe(({ name }) => events.push(name))
    const filter = { enabled: true, allowedIps: ['192.0.2.0/24'] }
    await ask('keys.change', { accountId, keyId: key.id, description: 'Store', filter })
    const { keys, canChange } = await ask('keys.list', { accountId })
    expect(keys.at(-1)).toMatchObject({ description: 'Store', ipFilterEnabled: true, allowedIps: ['192.0.2.0/24'] })
    expect(canChange).toBe('yes')
    expect(events).toContain('keys.changed')
  })

  test('that the account does not support is refused with a reason, and not offered again', async () => {
    const mailroom = await openAccount({}, { strict: true })
    const { ask, accountId } = mailroom
    const { key } = await create(mailroom)
    await expect(ask('keys.remove', { accountId, keyId: key.id })).rejects.toMatchObject({ code: 'not-available' })
    expect(await ask('keys.list', { accountId })).toMatchObject({ canChange: 'unknown', canRemove: 'no' })
  })

  test('never deletes the key that Mailroom signs in with', async () => {
    const mailroom = await openAccount()
    const { ask, accountId, service } = mailroom
    const keyId = service.control.keys()[0]!.id
    await expect(ask('keys.remove', { accountId, keyId })).rejects.toThrow(/signs in with this key/)
    expect(service.control.keys()).toHaveLength(1)
  })

  test('never deletes the key of another account of the service', async () => {
    const mailroom = await openAccount()
    const { ask, accountId, service } = mailroom
    const { key, token } = await create(mailroom)
    await ask('keys.addAccount', { token: token!, name: 'Second', keep: 'this-run' })
    const { keys } = await ask('keys.list', { accountId })
    expect(keys.map(({ isOwn, otherAccounts }) => [isOwn, otherAccounts])).toEqual([
      [true, []],
      [false, ['Second']],
    ])
    await expect(ask('keys.remove', { accountId, keyId: key.id })).rejects.toThrow(/“Second” signs in with this key/)
    expect(service.control.keys()).toHaveLength(2)
  })

  test('never deletes the key whose login Mailroom uses, at a service that lists no keys', async () => {
    const server = await serve((_seen, response) => json(response, [{ id: '1', hash: 'login', description: 'Shop' }]))
    onTestFinished(() => server.close())
    const mailroom = await openApp()
    const { id: accountId } = await mailroom.addAccount({ baseUrl: server.url, user: 'login' })
    await expect(mailroom.ask('keys.remove', { accountId, keyId: '1' })).rejects.toThrow(/signs in with this key/)
    expect(server.seen.map(({ method }) => method)).toEqual(['GET'])
  })
})

test('a read-only account refuses every change without calling the service', async () => {
  const mailroom = await openAccount({ readOnly: true })
  const { ask, accountId, service } = mailroom
  const keyId = service.control.keys()[0]!.id
  const effects = [
    create(mailroom),
    ask('keys.change', { accountId, keyId, description: 'x' }),
    ask('keys.remove', { accountId, keyId }),
  ]
  for (const effect of effects) await expect(effect).rejects.toMatchObject({ code: 'read-only-account' })
  expect(apiCalls(service)).toEqual([])
  expect((await ask('keys.list', { accountId })).keys).toHaveLength(1)
})
