import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import type { AccountProfile } from '#shared/contract/accounts.ts'
import { eventually } from '#test/support/eventually.ts'
import { openAppAtSandbox, type Ask, type Keep, type OpenApp } from '#test/support/open-app.ts'
import { startOther } from './support.ts'

let mailroom: OpenApp<Sandbox>
beforeEach(async () => {
  mailroom = await openAppAtSandbox()
})

const ask: Ask = (name, ...input) => mailroom.ask(name, ...input)
const profile = (change?: Partial<AccountProfile>) => mailroom.profile(change)
const create = (change?: Partial<AccountProfile>, keep: Keep = 'keychain') => mailroom.addAccount(change, keep)
const get = async (id: string) => (await ask('accounts.list')).accounts.find((account) => account.id === id)
const accountsFile = () => join(mailroom.folder, 'accounts.json')

describe.each(['keychain', 'this-run'] as const)('a stored key (%s)', (keep) => {
  const elsewhere: [string, (other: { url: string; proxy: string }) => Partial<AccountProfile>][] = [
    ['origin', ({ url }) => ({ baseUrl: url })],
    ['proxy', ({ proxy }) => ({ proxy: `http://${proxy}` })],
    ['way around every proxy', () => ({ proxy: 'direct' })],
    ['certificate authority', () => ({ extraCa: rootCertificates[0]! })],
  ]

  it.each(elsewhere)('is not used with another %s', async (_what, changeTo) => {
    const { id } = await create({}, keep)
    const other = await startOther()
    const changed = profile(changeTo(other))
    const refusal = { code: 'key-elsewhere', details: { field: 'key' }, message: expect.stringMatching(/again\.$/) }
    await expect(ask('accounts.test', { id, profile: changed })).rejects.toMatchObject(refusal)
    await expect(ask('accounts.update', { id, profile: changed })).rejects.toMatchObject(refusal)
    expect(other.seen).toEqual([])
    expect(await get(id)).toMatchObject({ baseUrl: mailroom.service.url, proxy: '', extraCa: '' })
    expect(await ask('accounts.refresh', { id })).toMatchObject({ connection: 'online' })
  })

  it('is said not to take a different route', async () => {
    const { id } = await create({}, keep)
    const message = expect.stringContaining('isn’t sent by a different route. Enter the key again.') as string
    const changed = { id, profile: profile({ proxy: 'direct' }) }
    await expect(ask('accounts.update', changed)).rejects.toMatchObject({ message })
  })

  it('goes where the user takes it by typing it again', async () => {
    const { id } = await create({}, keep)
    const other = await startOther()
    const change = { id, profile: profile({ baseUrl: other.url }), key: 'typed-again', keep }
    await ask('accounts.test', { id, profile: change.profile, key: change.key })
    expect(await ask('accounts.update', change)).toMatchObject({ baseUrl: other.url })
    expect(await ask('accounts.refresh', { id })).toMatchObject({ connection: 'online' })
    expect(other.seen.map((headers) => headers['x-service-apikey'])).toEqual(['typed-again', 'typed-again'])
  })

  it('is used as before where nothing but its spelling changes', async () => {
    const { id } = await create({ extraCa: rootCertificates[0]! }, keep)
    const same = profile({
      name: 'Store',
      baseUrl: `${mailroom.service.url}/`.replace(/\/$/, ''),
      extraCa: `\n${rootCertificates[0]}\n`,
      headerNames: { user: 'X-User', key: 'X-Key' },
    })
    expect(await ask('accounts.update', { id, profile: same })).toMatchObject({ name: 'Store' })
  })
})

describe('a key in the keychain', () => {
  it('stays where it belongs when accounts.json is edited by hand, and says so', async () => {
    const { id } = await create()
    const other = await startOther()
    const file = await readFile(accountsFile(), 'utf8')
    await mailroom.close()
    await writeFile(accountsFile(), file.replace(mailroom.service.url, other.url))
    await mailroom.start()
    expect(await ask('accounts.refresh', { id })).toMatchObject({
      connection: 'unknown',
      connectionProblem: expect.stringContaining(`belongs to ${new URL(mailroom.service.url).origin}`) as string,
    })
    expect(other.seen).toEqual([])
  })

  it('of an earlier version is bound to the place it has', async () => {
    const { id } = await create()
    await mailroom.secrets.set(id, mailroom.service.credentials.key)
    await mailroom.restart()
    await eventually(async () => expect(await mailroom.secrets.get(id)).toContain(new URL(mailroom.service.url).origin))
    expect(await ask('accounts.refresh', { id })).toMatchObject({ connection: 'online' })
  })

  it('that one of a past run took the place of does not come back', async () => {
    const { id } = await create()
    const stored = (await mailroom.secrets.get(id))!
    await ask('accounts.update', { id, profile: profile(), key: 'another', keep: 'this-run' })
    // As if the keychain had been locked meanwhile.
    await mailroom.secrets.set(id, stored)
    await mailroom.restart()
    expect(await ask('accounts.refresh', { id })).toMatchObject({
      keyState: 'missing',
      connectionProblem: expect.stringContaining('no key') as string,
    })
  })
})

describe('an account whose key is missing', () => {
  const missing = { code: 'key-missing', details: { field: 'key' }, message: expect.stringMatching(/no key/) }

  it.each<[string, Partial<AccountProfile>]>([
    ['a lifted limit', { readOnly: false }],
    ['another server', { readOnly: true, baseUrl: 'https://other.example/v1' }],
  ])('says so at the key, and takes a key that is entered again as proof: %s', async (_what, change) => {
    const { id } = await create({ readOnly: true }, 'this-run')
    await mailroom.restart()
    const changed = { id, profile: profile(change) }
    await expect(ask('accounts.update', changed)).rejects.toMatchObject(missing)
    await expect(ask('accounts.update', { ...changed, confirmation: 'guessed' })).rejects.toMatchObject(missing)
    await expect(ask('accounts.test', changed)).rejects.toMatchObject(missing)
    const { key } = mailroom.service.credentials
    expect(await ask('accounts.update', { ...changed, key, keep: 'this-run' })).toMatchObject(change)
  })
})
