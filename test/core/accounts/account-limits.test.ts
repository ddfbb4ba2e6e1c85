import { beforeEach, describe, expect, it } from 'vitest'
import type { Question } from '#core/base/ports.ts'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import type { AccountProfile } from '#shared/contract/accounts.ts'
import { openAppAtSandbox, type Ask, type OpenApp } from '#test/support/open-app.ts'

let mailroom: OpenApp<Sandbox>
beforeEach(async () => {
  mailroom = await openAppAtSandbox()
})

const ask: Ask = (name, ...input) => mailroom.ask(name, ...input)
const profile = (change?: Partial<AccountProfile>) => mailroom.profile(change)
const create = (change: Partial<AccountProfile> = {}) => mailroom.addAccount(change, 'keychain')
const get = async (id: string) => (await ask('accounts.list')).accounts.find((account) => account.id === id)

describe('a limit of an account', () => {
  const limited = { readOnly: true, recipientAllowList: ['@shop.example'] }
  const wider: [string, Partial<AccountProfile>][] = [
    ['read-only is lifted', { ...limited, readOnly: false }],
    ['the list of recipients goes', { ...limited, recipientAllowList: [] }],
    ['the list of recipients grows', { ...limited, recipientAllowList: ['@shop.example', 'a@x.org'] }],
  ]

  it.each(wider)('is lifted only with the stored key if the host cannot ask the user: %s', async (_what, change) => {
    const { id } = await create(limited)
    const lifted = { id, profile: profile(change) }
    await expect(ask('accounts.update', lifted)).rejects.toMatchObject({
      code: 'confirmation-needed',
      details: { field: 'confirmation' },
    })
    await expect(ask('accounts.update', { ...lifted, confirmation: 'guessed' })).rejects.toMatchObject({
      code: 'wrong-key',
      details: { field: 'confirmation' },
    })
    expect(await get(id)).toMatchObject(limited)
    const { key } = mailroom.service.credentials
    expect(await ask('accounts.update', { ...lifted, confirmation: key })).toMatchObject(change)
  })

  it.each(wider)('is lifted when the user confirms it in the dialog of the host: %s', async (_what, change) => {
    const { id } = await create(limited)
    const questions: Question[] = []
    const answers = [false, true]
    await mailroom.restart((ports) => ({
      capabilities: { ...ports.capabilities, confirm: true },
      dialogs: {
        confirm(question) {
          questions.push(question)
          return Promise.resolve(answers.shift()!)
        },
      },
    }))
    const lifted = { id, profile: profile(change), confirmation: mailroom.service.credentials.key }
    await expect(ask('accounts.update', lifted)).rejects.toMatchObject({ code: 'not-confirmed' })
    expect(await get(id)).toMatchObject(limited)
    expect(await ask('accounts.update', lifted)).toMatchObject(change)
    expect(questions).toHaveLength(2)
    expect(questions[0]?.message).toContain('“Shop”')
  })

  it('is set and kept without a question', async () => {
    const { id } = await create()
    expect(await ask('accounts.update', { id, profile: profile(limited) })).toMatchObject(limited)
    const renamed = profile({ ...limited, name: 'Store' })
    expect(await ask('accounts.update', { id, profile: renamed })).toMatchObject({ name: 'Store' })
  })

  it('of the sandbox in this app is lifted without a question, unless its account points elsewhere', async () => {
    const { id, ...sandbox } = await ask('sandbox.explore', { scenario: 'empty' })
    const {
      kind: _kind,
      keyState: _state,
      connection: _c,
      connectionProblem: _p,
      createdAt: _at,
      teamServer: _team,
      lastTeamServer: _lastTeam,
      ...own
    } = sandbox
    const update = (change: Partial<AccountProfile>) => ask('accounts.update', { id, profile: { ...own, ...change } })
    await update({ readOnly: true })
    expect(await update({ readOnly: false })).toMatchObject({ readOnly: false })
    await update({ readOnly: true })
    // The key is stored, and a different route to the same service must not require it again.
    const direct = { id, profile: { ...own, proxy: 'direct' } }
    expect(await ask('accounts.test', direct)).toMatchObject({ apiKeys: expect.any(Number) as number })
    expect(await update({ readOnly: true, proxy: 'direct' })).toMatchObject({ proxy: 'direct', keyState: 'this-run' })
    expect(await ask('accounts.refresh', { id })).toMatchObject({ connection: 'online' })
    await ask('sandbox.stop')
    await expect(update({ readOnly: true, proxy: '' })).rejects.toMatchObject({ code: 'key-elsewhere' })
    await expect(update({ readOnly: false, proxy: 'direct' })).rejects.toMatchObject({ code: 'confirmation-needed' })
  })
})
