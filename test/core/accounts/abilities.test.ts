import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ManualClock } from '#test/support/manual-clock.ts'
import { openAccount, openAppAtSandbox } from '#test/support/open-app.ts'

const noForms = { exportMethod: null, blacklistForm: null, firstPage: null }

describe('the last calls of an account', () => {
  it('survive a restart, each with its success and its error', async () => {
    const mailroom = await openAccount()
    const { ask, accountId: id, service } = mailroom
    expect(await ask('accounts.abilities', { id, probe: false })).toEqual({
      abilities: {},
      probedAt: null,
      forms: noForms,
      calls: {},
    })
    await ask('accounts.refresh', { id })
    service.faults.set([{ kind: 'status', status: 400, path: '/settings/apikeys' }])
    await ask('accounts.refresh', { id })
    const { calls } = await ask('accounts.abilities', { id, probe: false })
    expect(calls['settings.apiKeys']).toMatchObject({
      successAt: expect.any(Number) as number,
      error: { code: 'invalid-request', status: 400, sentence: expect.stringContaining('did not accept') as string },
    })
    await mailroom.restart()
    expect(await ask('accounts.abilities', { id, probe: false })).toMatchObject({ calls })
  })

  it('are written while Mailroom runs, but rarely', async () => {
    const clock = new ManualClock()
    const mailroom = await openAppAtSandbox({}, () => ({ clock }))
    const { id } = await mailroom.addAccount()
    const written = async () => {
      const text = await readFile(join(mailroom.folder, 'accounts.json'), 'utf8')
      return (JSON.parse(text) as { accounts: { learned: object }[] }).accounts[0]?.learned
    }
    await mailroom.ask('accounts.refresh', { id })
    expect(await written()).toEqual({})
    clock.advance(10 * 60_000)
    await mailroom.ask('accounts.refresh', { id })
    // Changes of the file are written in order, so after this one the earlier change is on the disk.
    await mailroom.ask('accounts.select', { id })
    expect(await written()).toMatchObject({ calls: { 'settings.apiKeys': { successAt: clock.now() } } })
  })

  it('do not include calls that read-only refused', async () => {
    const { ask, accountId: id } = await openAccount({ readOnly: true })
    const removed = ask('keys.remove', { accountId: id, keyId: 'some-key' })
    await expect(removed).rejects.toMatchObject({ code: 'read-only-account' })
    expect((await ask('accounts.abilities', { id, probe: false })).calls['apiKeys.remove']).toBeUndefined()
  })

  it('do not apply to another service to which the account is changed', async () => {
    const mailroom = await openAccount()
    const { ask, accountId: id } = mailroom
    await ask('accounts.refresh', { id })
    const other = await openAppAtSandbox()
    const profile = mailroom.profile({ baseUrl: other.service.url, user: other.service.credentials.user })
    await ask('accounts.update', { id, profile, key: other.service.credentials.key, keep: 'this-run' })
    expect((await ask('accounts.abilities', { id, probe: false })).calls).toEqual({})
    await mailroom.restart()
    expect((await ask('accounts.abilities', { id, probe: false })).calls).toEqual({})
  })
})

describe('the plan of an account', () => {
  it('shows one credit less after a message', async () => {
    const { ask, accountId: id } = await openAccount()
    const before = await ask('accounts.plan', { id })
    expect(before).toMatchObject({ name: 'MONTHLY', creditsOfPlan: 1_000_000, renewsAt: expect.any(Number) as number })
    const message = { from: 'hello@nordwind.example', to: ['jane@example.org'], subject: 'Hi', text: 'Hi' }
    await ask('sends.test', { accountId: id, id: randomUUID(), message })
    const after = await ask('accounts.plan', { id })
    expect(after?.creditsLeft).toBe((before?.creditsLeft ?? 0) - 1)
    expect((await ask('accounts.abilities', { id, probe: false })).abilities).toEqual({ 'GET /account': 'yes' })
  })

  it('is requested only once if the account does not report it', async () => {
    const { ask, accountId: id, service } = await openAccount({}, { strict: true })
    expect(await ask('accounts.plan', { id })).toBeNull()
    expect(await ask('accounts.plan', { id })).toBeNull()
    expect(service.control.requests().map(({ path }) => path)).toEqual(['/v1/account'])
  })
})
