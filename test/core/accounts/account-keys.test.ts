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

  it('is refused for a different route with a sentence that says so', async () => {
    const { id } = await create({}, keep)
    const message = expect.stringContaining('isn’t sent through another proxy. Enter the key again.') as string
    const changed = { id, profile: profile({ proxy: 'direct' }) }
    await expect(ask('accounts.update', changed)).rejects.toMatchObject({ message })
  })

  it('is sent to a new server once the user has entered it again', async () => {
    const { id } = await create({}, keep)
    const other = await startOther()
    const change = { id, profile: profile({ baseUrl: other.url }), key: 'typed-again', keep }
    await ask('accounts.test', { id, profile: change.profile, key: change.key })
    expect(await ask('accounts.update', change)).toMatchObject({ baseUrl: other.url })
    expect(await ask('accounts.refresh', { id })).toMatchObject({ connection: 'online' })
    expect(other.seen.map((headers) => headers['x-service-apikey'])).toEqual(['typed-again', 'typed-again'])
  })

  it('stays valid when only the spelling of the profile changes', async () => {
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
  it('is not sent to a server that was edited into accounts.json by hand, and the account says so', async () => {
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

  it('from an earlier version is bound to its current server', async () => {
    const { id } = await create()
    await mailroom.secrets.set(id, mailroom.service.credentials.key)
    await mailroom.restart()
    await eventually(async () => expect(await mailroom.secrets.get(id)).toContain(new URL(mailroom.service.url).origin))
    expect(await ask('accounts.refresh', { id })).toMatchObject({ connection: 'online' })
  })

  it('does not return after a key for one run has replaced it', async () => {
    const { id } = await create()
    const stored = (await mailroom.secrets.get(id))!
    await ask('accounts.update', { id, profile: profile(), key: 'another', keep: 'this-run' })
    // The state of a keychain that was locked when the key was replaced.
    await mailroom.secrets.set(id, stored)
    await mailroom.restart()
    expect(await ask('accounts.refresh', { id })).toMatchObject({
      keyState: 'missing',
      connectionProblem: expect.stringContaining('no longer has a key') as string,
    })
  })
})

describe('an account whose key is missing', () => {
  const missing = {
    code: 'key-missing',
    details: { field: 'key' },
    message: expect.stringMatching(/no longer has a key/),
  }

  it.each<[string, Partial<AccountProfile>]>([
    ['a lifted limit', { readOnly: false }],
    ['another server', { readOnly: true, baseUrl: 'https://other.example/v1' }],
  ])('reports it at the key field, and accepts a key that is entered again as proof: %s', async (_what, change) => {
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
