import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { App } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import type { Account } from '#shared/contract/accounts.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { SandboxState } from '#shared/contract/sandbox.ts'
import { aSend, ServiceClient } from '#test/sandbox/support/service-client.ts'
import { createDataFolder, type DataFolder } from '#test/support/data-folder.ts'
import { eventually } from '#test/support/eventually.ts'
import { startTestApp } from '#test/support/test-ports.ts'

let folder: DataFolder
let app: App
beforeEach(async () => {
  folder = await createDataFolder()
  app = await startTestApp(folder.path)
})
afterEach(async () => {
  await app.close()
  await folder.remove()
})

const ask = <Output>(name: string, input?: unknown) =>
  dispatch(app, name, input, { signal: new AbortController().signal }) as Promise<Output>
const explore = (scenario = 'empty') => ask<Account>('sandbox.explore', { scenario })
const count = async (accountId: string) =>
  (await ask<{ value: number }>('messages.count', { accountId, text: '', zone: 'UTC' })).value

describe('the sandbox inside the app', () => {
  it('has one account, whoever asks and how often', async () => {
    const [first, second] = await Promise.all([explore(), explore()])
    expect(first.id).toBe(second.id)
    const { accounts, currentId } = await ask<{ accounts: Account[]; currentId: string }>('accounts.list')
    expect(accounts).toMatchObject([{ kind: 'sandbox', name: 'Sandbox' }])
    expect(currentId).toBe(first.id)
    expect(await ask<Account>('accounts.refresh', { id: first.id })).toMatchObject({ connection: 'online' })
  })

  it('runs again after a restart, on the same port, with its data', async () => {
    const account = await explore()
    await ask('sandbox.moveClock', { advance: 'week' })
    const before = await ask<SandboxState>('sandbox.state')
    await app.close()
    app = await startTestApp(folder.path)
    const after = await eventually(async () => {
      const state = await ask<SandboxState | null>('sandbox.state')
      expect(state).not.toBeNull()
      return state!
    })
    expect([after.url, after.adminToken]).toEqual([before.url, before.adminToken])
    expect(after.clock.offset).toBeGreaterThan(6 * 86_400_000)
    expect(await ask<Account>('accounts.refresh', { id: account.id })).toMatchObject({ connection: 'online' })
  })

  it('fills the archive by itself, and empties it with its own data', async () => {
    const { id } = await explore()
    await eventually(async () => expect(await ask('sync.status', { accountId: id })).toMatchObject({ running: false }))
    await ask('sandbox.reset', { scenario: 'demo' })
    await eventually(async () => expect(await count(id)).toBe(50_000), 60_000)
    await ask('sandbox.reset', { scenario: 'empty' })
    await eventually(async () => {
      const jobs = await ask<Job[]>('jobs.list')
      expect(jobs.filter((job) => job.kind === 'sandbox' && job.state === 'done')).toHaveLength(2)
    }, 30_000)
    expect(await count(id)).toBe(0)
  }, 120_000)

  it('follows what a program changes at its controls', async () => {
    const { id } = await explore()
    const { url, user, key, adminUrl, adminToken } = (await ask<SandboxState>('sandbox.state'))!
    const service = new ServiceClient(url, { user, key })
    const control = new ServiceClient(adminUrl, { user: '', key: '' })
    const headers = { 'x-sandbox-token': adminToken }
    await service.post('/messages/send', aSend('ada@shop.example'))
    await eventually(async () => {
      await ask('sync.now', { accountId: id }).catch(() => undefined)
      expect(await count(id)).toBe(1)
    })

    const told = new Promise<void>((resolve) => app.subscribe(({ name }) => name === 'sandbox.changed' && resolve()))
    const faults = [{ kind: 'status', path: '/settings/*', status: 503 }]
    await control.call({ method: 'PUT', path: '/faults', body: faults, headers })
    await told
    expect(await ask('sandbox.faults')).toEqual(faults)

    await control.call({ method: 'POST', path: '/reset', body: { scenario: 'empty' }, headers })
    await eventually(async () => expect(await count(id)).toBe(0))
    expect(await ask('sandbox.faults')).toEqual([])
    service.close()
    control.close()
  })

  it('answers a sentence while it is stopped', async () => {
    await explore()
    await ask('sandbox.stop')
    expect(await ask('sandbox.state')).toBeNull()
    await expect(ask('sandbox.requests', { own: true })).rejects.toMatchObject({ code: 'sandbox-stopped' })
  })

  it('is gone with its account, data and all', async () => {
    const { id } = await explore()
    await ask('accounts.remove', { id, archive: 'delete' })
    expect(existsSync(join(folder.path, 'sandbox'))).toBe(false)
    expect(existsSync(join(folder.path, 'accounts', id))).toBe(false)
  })
})
