import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { describe, expect, it } from 'vitest'
import type { AccountProfile } from '#shared/contract/accounts.ts'
import { eventually } from '#test/support/eventually.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { withLockableKeychain } from './support.ts'

const opened = withLockableKeychain()
const { keychain, ask, profile, create, list } = opened

async function restart(): Promise<void> {
  keychain.reads = 0
  await opened.mailroom.restart()
}

describe('accounts', () => {
  it('survive a restart, and their keys stay in the keychain', async () => {
    const { id } = await create()
    await restart()
    const { accounts, currentId } = await list()
    expect(accounts).toMatchObject([{ id, name: 'Shop', keyState: 'stored' }])
    expect(currentId).toBe(id)
    expect(await ask('accounts.refresh', { id })).toMatchObject({ connection: 'online' })
    expect(await readFile(join(opened.mailroom.folder, 'accounts.json'), 'utf8')).not.toContain(
      opened.mailroom.service.credentials.key,
    )
  })

  it('return their abilities from the probe, and still know them after a restart', async () => {
    const { id } = await create()
    const found = await ask('accounts.abilities', { id, probe: true })
    expect(found).toMatchObject({ abilities: { 'GET /account': 'yes' }, probedAt: expect.any(Number) as number })
    await restart()
    expect(await ask('accounts.abilities', { id, probe: false })).toEqual(found)
  })

  it('keep their abilities and a new name that is saved during the probe', async () => {
    const { id } = await create()
    const named = { id, profile: profile({ name: 'Store' }) }
    const [found] = await Promise.all([
      ask('accounts.abilities', { id, probe: true }),
      ask('accounts.refresh', { id }).then(() => ask('accounts.update', named)),
    ])
    expect((await list()).accounts).toMatchObject([{ name: 'Store' }])
    expect(await ask('accounts.abilities', { id, probe: false })).toEqual(found)
  })

  it('are tested without a long wait for a service that never responds', async () => {
    const clock = new ManualClock()
    await opened.mailroom.restart(() => ({ secrets: keychain, clock }))
    opened.mailroom.service.faults.set([{ kind: 'hang', path: '/settings/apikeys' }])
    const tested = ask('accounts.test', { profile: profile(), key: opened.mailroom.service.credentials.key })
    await eventually(() => expect(opened.mailroom.service.control.requests()).toHaveLength(1))
    clock.advance(15_000)
    await expect(tested).rejects.toMatchObject({ code: 'timeout', message: expect.stringContaining('15 s') })
    expect(opened.mailroom.service.control.requests()).toHaveLength(1)
  })

  it.each<[keyof AccountProfile, Partial<AccountProfile>]>([
    ['recipientAllowList', { recipientAllowList: ['@shop.example', 'example.com'] }],
    ['proxy', { proxy: 'ftp://proxy.example' }],
    ['proxy', { proxy: 'foo' }],
    ['extraCa', { extraCa: 'not a certificate' }],
    ['extraCa', { extraCa: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----' }],
    ['extraCa', { extraCa: '-----BEGIN CERTIFICATE-----\nMIIB' }],
  ])('are not saved with a setting that would fail later: %s %o', async (field, change) => {
    await expect(create(change)).rejects.toMatchObject({ code: 'invalid-input', details: { field } })
    const { id } = await create({ recipientAllowList: ['@shop.example', 'a@x.org'], proxy: 'proxy.example:3128' })
    await expect(ask('accounts.update', { id, profile: profile(change) })).rejects.toMatchObject({
      details: { field },
    })
  })

  it.each(['user', 'key'])('are neither saved nor tested with a %s that cannot be sent', async (field) => {
    const { id } = await create()
    const before = await keychain.store.get(id)
    const unsendable = 'k\u0001e'
    const changed = {
      id,
      profile: profile(field === 'user' ? { user: unsendable } : { name: 'Store' }),
      key: field === 'key' ? unsendable : opened.mailroom.service.credentials.key,
    }
    const refusal = { code: 'invalid-credentials', details: { field } }
    await expect(ask('accounts.update', changed)).rejects.toMatchObject(refusal)
    await expect(ask('accounts.test', changed)).rejects.toMatchObject(refusal)
    expect((await list()).accounts).toMatchObject([{ name: 'Shop', user: opened.mailroom.service.credentials.user }])
    expect(await keychain.store.get(id)).toBe(before)
    expect(await ask('accounts.refresh', { id })).toMatchObject({ connection: 'online' })
  })

  it('can have certificates of additional authorities', async () => {
    const extraCa = `Of the shop:\n${rootCertificates.slice(0, 2).join('\n')}\n`
    expect(await create({ extraCa })).toMatchObject({ extraCa })
  })

  it('are not added when the keychain refuses the key', async () => {
    keychain.refuses = true
    await expect(create()).rejects.toMatchObject({ code: 'keychain-locked' })
    expect((await list()).accounts).toEqual([])
  })

  it('report a locked keychain after a start, and work again once it is open', async () => {
    const { id } = await create()
    keychain.refuses = true
    await restart()
    await eventually(async () => expect((await list()).accounts[0]?.keyState).toBe('locked'))
    keychain.refuses = false
    expect(await ask('accounts.refresh', { id })).toMatchObject({ keyState: 'stored', connection: 'online' })
  })

  it('are offline only when the service did not respond, not when it failed or was not called', async () => {
    const { id } = await create()
    const refresh = () => ask('accounts.refresh', { id })
    opened.mailroom.service.faults.set([{ kind: 'status', path: '/settings/apikeys', status: 501 }])
    const problem = expect.stringContaining('The service failed') as string
    expect(await refresh()).toMatchObject({ connection: 'online', connectionProblem: problem })
    opened.mailroom.service.faults.set([{ kind: 'html', path: '/settings/apikeys' }])
    expect(await refresh()).toMatchObject({ connection: 'offline' })
    opened.mailroom.service.faults.clear()
    keychain.refuses = true
    await restart()
    const locked = expect.stringContaining('keychain is locked') as string
    expect(await refresh()).toMatchObject({ connection: 'unknown', connectionProblem: locked })
    keychain.refuses = false
    await opened.mailroom.service.close()
    expect(await refresh()).toMatchObject({ connection: 'offline' })
  })

  it('read the keychain once, and again after it has been locked', async () => {
    const { id } = await create()
    await restart()
    const refresh = () => ask('accounts.refresh', { id })
    await Promise.all(Array.from({ length: 6 }, refresh))
    expect(keychain.reads).toBe(1)
    keychain.refuses = true
    expect(await refresh()).toMatchObject({ keyState: 'stored', connection: 'online' })
    expect(await ask('keychain.state')).toMatchObject({ state: 'locked' })
    expect(await refresh()).toMatchObject({ keyState: 'locked', connection: 'unknown' })
  })

  it('accept a new key and a new profile in one step', async () => {
    const { id } = await create({ name: 'Old' })
    await ask('accounts.replaceKey', { id, key: 'wrong', keep: 'this-run' })
    const { key } = opened.mailroom.service.credentials
    const updated = await ask('accounts.update', { id, profile: profile({ name: 'New' }), key })
    expect(updated).toMatchObject({ name: 'New', keyState: 'stored' })
    expect(await ask('accounts.refresh', { id })).toMatchObject({ keyState: 'stored', connection: 'online' })
    const forNow = { id, profile: profile({ name: 'Newer' }), key, keep: 'this-run' as const }
    expect(await ask('accounts.update', forNow)).toMatchObject({ name: 'Newer', keyState: 'this-run' })
  })

  it('keep their profile when the keychain refuses the new key', async () => {
    const { id } = await create({ name: 'Old' })
    keychain.refuses = true
    const change = { id, profile: profile({ name: 'New' }), key: 'other', keep: 'keychain' as const }
    await expect(ask('accounts.update', change)).rejects.toMatchObject({ code: 'keychain-locked' })
    expect((await list()).accounts).toMatchObject([{ name: 'Old' }])
    expect(await ask('accounts.update', { ...change, keep: 'this-run' })).toMatchObject({
      name: 'New',
      keyState: 'this-run',
    })
  })

  it.each(['keychain', 'this-run'] as const)('keep their key when the profile cannot be written: %s', async (keep) => {
    const { id } = await create({ name: 'Old' })
    const path = join(opened.mailroom.folder, 'accounts.json')
    await rm(path)
    // A folder with that name prevents the new file from being renamed.
    await mkdir(path)
    const change = { id, profile: profile({ name: 'New' }), key: 'other', keep }
    await expect(ask('accounts.update', change)).rejects.toMatchObject({ code: 'disk' })
    expect(await ask('accounts.refresh', { id })).toMatchObject({ name: 'Old', connection: 'online' })
    expect(await keychain.store.get(id)).toContain(`"${opened.mailroom.service.credentials.key}"`)
  })

  it('distinguish a refused key from a service that does not respond', async () => {
    const { id } = await create()
    await ask('accounts.replaceKey', { id, key: 'wrong', keep: 'this-run' })
    expect(await ask('accounts.refresh', { id })).toMatchObject({
      connection: 'refused',
      connectionProblem: expect.stringMatching(/key/),
    })
    await opened.mailroom.service.close()
    await ask('accounts.refresh', { id })
    // The state is known from then on, without another call.
    expect((await list()).accounts).toMatchObject([
      { connection: 'offline', connectionProblem: expect.stringMatching(/refused the connection/) },
    ])
  })

  it.each([
    [{ baseUrl: 'not a url' }, 'invalid-input'],
    [{ baseUrl: 'https://api.example.com' }, 'invalid-input'],
    [{ baseUrl: 'http://api.example.com/v1' }, 'plain-http'],
    [{ name: '  ' }, 'invalid-input'],
  ])('refuse %j with an error message, before anything is stored', async (change, code) => {
    await expect(create(change)).rejects.toMatchObject({ code })
    expect((await list()).accounts).toEqual([])
  })

  it('in a damaged file are set aside, and the other files still load', async () => {
    await create()
    await ask('settings.change', { theme: 'dark' })
    await opened.mailroom.close()
    await writeFile(join(opened.mailroom.folder, 'accounts.json'), '{"accounts": [{"id"')
    await opened.mailroom.start()
    expect((await list()).accounts).toEqual([])
    expect(await ask('settings.get')).toMatchObject({ theme: 'dark' })
    const { notices } = await ask('app.info')
    expect(notices[0]?.text).toMatch(/accounts\.json could not be read.*accounts\.json\.broken-\d+/)
  })

  it('from an older version get the defaults of newer settings', async () => {
    await create()
    await opened.mailroom.close()
    const path = join(opened.mailroom.folder, 'accounts.json')
    const file = JSON.parse(await readFile(path, 'utf8')) as { accounts: Record<string, unknown>[] }
    const { proxy: _proxy, extraCa: _extraCa, learned: _learned, ...older } = file.accounts[0]!
    await writeFile(path, JSON.stringify({ ...file, accounts: [older] }))
    await opened.mailroom.start()
    expect((await list()).accounts).toMatchObject([{ name: 'Shop', proxy: '' }])
  })
})
