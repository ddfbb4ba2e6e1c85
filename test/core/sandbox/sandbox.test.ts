import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { ended } from '#test/core/imports/support.ts'
import { newDraft, person } from '#test/core/sends/support/sending.ts'
import { aSend, ServiceClient } from '#test/sandbox/support/service-client.ts'
import { eventually } from '#test/support/eventually.ts'
import { openApp, type Ask, type OpenApp } from '#test/support/open-app.ts'

let mailroom: OpenApp
beforeEach(async () => {
  mailroom = await openApp()
})

const ask: Ask = (name, ...input) => mailroom.ask(name, ...input)
const explore = () => ask('sandbox.explore', { scenario: 'empty' })
const count = async (accountId: string) => (await ask('messages.count', { accountId, text: '', zone: 'UTC' })).value

describe('the sandbox inside the app', () => {
  it('has one account, however often it is opened', async () => {
    const [first, second] = await Promise.all([explore(), explore()])
    expect(first.id).toBe(second.id)
    const { accounts, currentId } = await ask('accounts.list')
    expect(accounts).toMatchObject([{ kind: 'sandbox', name: 'Sandbox' }])
    expect(currentId).toBe(first.id)
    expect(await ask('accounts.refresh', { id: first.id })).toMatchObject({ connection: 'online' })
  })

  it('runs again after a restart, on the same port, with its data', async () => {
    const account = await explore()
    await ask('sandbox.moveClock', { advance: 'week' })
    const before = (await ask('sandbox.state'))!
    await mailroom.restart()
    const after = await eventually(async () => {
      const state = await ask('sandbox.state')
      expect(state).not.toBeNull()
      return state!
    })
    expect([after.url, after.adminToken]).toEqual([before.url, before.adminToken])
    expect(after.clock.offset).toBeGreaterThan(6 * 86_400_000)
    expect(await ask('accounts.refresh', { id: account.id })).toMatchObject({ connection: 'online' })
  })

  it('has one time for all of Mailroom, which stands still while its clock is stopped', async () => {
    const { id: accountId } = await explore()
    const { now } = await ask('sandbox.moveClock', { running: false })
    const id = await newDraft({ ask, accountId }, { rows: [person('ada@x.org')] })
    await ask('sends.start', { draftId: id, at: null, undoSeconds: 0 })
    await eventually(async () => {
      expect((await ask('sends.get', { id })).batches).toMatchObject([{ state: 'sent', startedAt: now }])
    })
  })

  it('starts with Mailroom, and calls of its account wait for it', async () => {
    const { id } = await explore()
    await mailroom.restart()
    const [keys, refreshed] = await Promise.all([ask('keys.list', { accountId: id }), ask('accounts.refresh', { id })])
    expect(keys.keys).toHaveLength(1)
    expect(refreshed).toMatchObject({ connection: 'online' })
  })

  it('fills the archive automatically, and empties it when its own data is emptied', async () => {
    const { id } = await explore()
    await eventually(async () => expect(await ask('sync.status', { accountId: id })).toMatchObject({ running: false }))
    await ask('sandbox.reset', { scenario: 'demo' })
    await eventually(async () => expect(await count(id)).toBe(50_000), 60_000)
    await ask('sandbox.reset', { scenario: 'empty' })
    await eventually(async () => {
      const jobs = await ask('jobs.list')
      expect(jobs.filter((job) => job.kind === 'sandbox' && job.state === 'done')).toHaveLength(2)
    }, 30_000)
    expect(await count(id)).toBe(0)
  }, 120_000)

  it('no longer has the figures that its service returned before it was emptied', async () => {
    const { id } = await explore()
    const { url, user, key } = (await ask('sandbox.state'))!
    await new ServiceClient(url, { user, key }).post('/messages/send', aSend('ada@shop.example'))
    const day = new Date().toISOString().slice(0, 10)
    const period = { from: '2020-01-01', to: day, zone: 'UTC' }
    const any = { froms: [], apiKeys: [], tags: [], refresh: false }
    const figures = async () =>
      (await ask('statistics.service', { accountId: id, part: 'sends', ...period, ...any })).figures
    expect(await figures()).toMatchObject({ total: { messages: 1 } })
    await ended(mailroom, (await ask('sandbox.reset', { scenario: 'empty' })).jobId)
    expect(await figures()).toMatchObject({ total: { messages: 0 } })
  })

  it('no longer has the copies of the blacklists from before its own data was emptied, only the log', async () => {
    const { id: accountId } = await explore()
    const address = 'ada@shop.example'
    await ask('blacklists.visit', { accountId })
    await ask('sandbox.moveClock', { advance: 'week' })
    await ask('blacklists.visit', { accountId })
    await ask('blacklists.add', { accountId, type: 'bounces', email: address, reason: '', list: '' })
    const listed = async () =>
      (await ask('drafts.checkRecipients', { accountId, addresses: [address], blacklist: '' })).listed
    expect(await listed()).toMatchObject([{ address, blocks: true }])

    const told = new Promise<void>((resolve) =>
      mailroom.app.subscribe(({ name }) => name === 'blacklists.changed' && resolve()),
    )
    await ended(mailroom, (await ask('sandbox.reset', { scenario: 'empty' })).jobId)
    expect(await listed()).toEqual([])
    await told
    // The last visit was a week later on the clock from before.
    expect(await ask('blacklists.state', { accountId })).toMatchObject({ visitedAt: null })
    expect((await ask('blacklists.log', { accountId })).changes).toMatchObject([{ email: address, outcome: 'done' }])
    await mailroom.restart()
    expect(await listed()).toEqual([])
  })

  it('empties its archive although something else could not be emptied', async () => {
    const { id } = await explore()
    const { url, user, key } = (await ask('sandbox.state'))!
    await new ServiceClient(url, { user, key }).post('/messages/send', aSend('ada@shop.example'))
    await eventually(async () => expect(await count(id)).toBe(1))
    // The templates of all accounts belong into a folder of this name.
    await writeFile(join(mailroom.folder, 'templates'), '')
    await ended(mailroom, (await ask('sandbox.reset', { scenario: 'empty' })).jobId)
    expect(await count(id)).toBe(0)
  })

  it('follows the changes that another program makes through the control API', async () => {
    const { id } = await explore()
    const { url, user, key, adminUrl, adminToken } = (await ask('sandbox.state'))!
    const service = new ServiceClient(url, { user, key })
    const control = new ServiceClient(adminUrl, { user: '', key: '' })
    const headers = { 'x-sandbox-token': adminToken }
    await service.post('/messages/send', aSend('ada@shop.example'))
    await eventually(async () => {
      await ask('sync.now', { accountId: id }).catch(() => undefined)
      expect(await count(id)).toBe(1)
    })

    const told = new Promise<void>((resolve) =>
      mailroom.app.subscribe(({ name }) => name === 'sandbox.changed' && resolve()),
    )
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

  it('adds new events to the archive without a sync, even while faults are active', async () => {
    const { id } = await explore()
    await eventually(async () =>
      expect(await ask('sync.status', { accountId: id })).toMatchObject({ running: false, lastError: null }),
    )
    const { url, user, key } = (await ask('sandbox.state'))!
    const service = new ServiceClient(url, { user, key })
    await ask('sync.configure', { accountId: id, options: { paused: true } })
    await service.post('/messages/send', aSend('open+2@shop.example'))
    await ask('sandbox.setFaults', { faults: [{ kind: 'status', path: '/*', status: 503, times: 1 }] })
    const found = async (text: string) => (await ask('messages.count', { accountId: id, text, zone: 'UTC' })).value
    await eventually(async () => expect(await found('to:open+2@shop.example')).toBe(1))
    await ask('sandbox.moveClock', { advance: 'hour' })
    await eventually(async () => expect(await found('state:delivered opens:2')).toBe(1))
    // The fault is still waiting for a program’s call.
    expect(await ask('sandbox.faults')).toMatchObject([{ times: 1 }])

    await ask('sandbox.setFaults', { faults: [] })
    const many = Array.from({ length: 3000 }, (_, at) => `bounce+${at}@shop.example`)
    await service.post('/messages/send', aSend(many))
    await ask('sandbox.moveClock', { advance: 'hour' })
    await ask('sandbox.stop')
    // The latest changes survive the stop.
    expect(await found('state:hardbounced')).toBe(3000)
    service.close()
  })

  it('can be stopped while it is being prepared, and leaves nothing behind', async () => {
    const preparing = ask('sandbox.explore', { scenario: 'demo' })
    await ask('sandbox.stop')
    await expect(preparing).rejects.toMatchObject({ code: 'cancelled' })
    expect(await ask('sandbox.state')).toBeNull()
    expect((await ask('accounts.list')).accounts).toEqual([])
    expect((await explore()).kind).toBe('sandbox')
  })

  it('refuses calls with an error message while it is stopped', async () => {
    await explore()
    await ask('sandbox.stop')
    expect(await ask('sandbox.state')).toBeNull()
    await expect(ask('sandbox.requests', { own: true })).rejects.toMatchObject({ code: 'sandbox-stopped' })
  })

  it('starts again while it is being stopped, on its port', async () => {
    await explore()
    const { url } = (await ask('sandbox.state'))!
    const stopped = ask('sandbox.stop')
    await explore()
    await stopped
    expect(await ask('sandbox.state')).toMatchObject({ url })
  })

  it('is removed with its account, including all data', async () => {
    const { id } = await explore()
    await ask('accounts.remove', { id, archive: 'delete' })
    expect(existsSync(join(mailroom.folder, 'sandbox'))).toBe(false)
    expect(existsSync(join(mailroom.folder, 'accounts', id))).toBe(false)
  })
})
