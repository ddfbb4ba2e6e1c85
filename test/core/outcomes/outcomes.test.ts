import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { App } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import { createSandbox, type Sandbox } from '#sandbox/create-sandbox.ts'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import type { Account } from '#shared/contract/accounts.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import type { Outcome } from '#shared/contract/outcomes.ts'
import { createDataFolder, type DataFolder } from '#test/support/data-folder.ts'
import { eventually } from '#test/support/eventually.ts'
import { startTestApp } from '#test/support/test-ports.ts'

let folder: DataFolder
let service: Sandbox
let app: App
let accountId: string

beforeEach(async () => {
  folder = await createDataFolder()
  service = await createSandbox({ smtp: false })
  app = await startTestApp(folder.path)
  const { url: baseUrl, credentials } = service
  const profile = { ...accountDefaults, name: 'Shop', baseUrl, user: credentials.user, storeHistory: false }
  const account = await ask<Account>('accounts.create', { profile, key: credentials.key, keep: 'keychain' })
  accountId = account.id
})
afterEach(async () => {
  await app.close()
  await service.close()
  await folder.remove()
})

const ask = <Output>(name: string, input?: unknown) =>
  dispatch(app, name, input, { signal: new AbortController().signal }) as Promise<Output>
const list = () => ask<Outcome[]>('outcomes.list')
const message = { to: ['ada@example.org'], from: 'shop@sender.example', subject: 'A secret subject', text: 'A body' }
const send = (id = crypto.randomUUID() as string) => ask('compose.sendTest', { accountId, id, message })
const check = (id: string) => ask<Outcome>('outcomes.check', { id })
const onDisk = () => readFile(join(folder.path, 'outcomes.json'), 'utf8')

/** A send whose answer broke off, after the service took it. */
async function lostSend(): Promise<string> {
  const id = crypto.randomUUID()
  service.faults.set([{ kind: 'cut', path: '/messages/send' }])
  await expect(send(id)).rejects.toMatchObject({ code: 'outcome-unknown', details: { outcomeId: id } })
  service.faults.clear()
  return id
}

describe('a send whose answer was lost', () => {
  it('is unknown until a check finds its records, over a restart too', async () => {
    const id = await lostSend()
    const [unknown] = await list()
    expect(unknown).toMatchObject({
      id,
      accountId,
      operation: 'messages.send',
      state: 'unknown',
      canCheck: true,
      sendId: id,
      title: 'A send from shop@sender.example to 1 recipient',
      advice: expect.stringContaining('mailroom_send'),
    })
    expect(await check(id)).toMatchObject({
      state: 'happened',
      text: expect.stringMatching(/^It was sent: .*1 record/),
    })
    const { messages } = (await list())[0]!
    expect(messages).toHaveLength(1)
    await app.close()
    app = await startTestApp(folder.path)
    expect(await list()).toMatchObject([{ id, state: 'happened', messages, advice: '' }])
  })

  it('was not sent where the service has no record of it', async () => {
    service.faults.set([{ kind: 'status', path: '/messages/send', status: 504 }])
    const id = crypto.randomUUID()
    await expect(send(id)).rejects.toMatchObject({ code: 'outcome-unknown' })
    service.faults.clear()
    // It may lag behind: so shortly after the send that is no proof yet.
    expect(await check(id)).toMatchObject({
      state: 'not-found',
      text: expect.stringMatching(/^It was not sent.*again/),
    })
  })

  it('is found by a service whose clock was put forward', async () => {
    service.clock.advance('week')
    const first = await lostSend()
    service.clock.advance('day')
    const second = await lostSend()
    for (const id of [first, second]) expect(await check(id)).toMatchObject({ state: 'happened' })
  })

  it('leaves neither body, subject nor recipient on the disk', async () => {
    await lostSend()
    const text = await eventually(async () => {
      const written = await onDisk()
      expect(written).toContain('"unknown"')
      return written
    })
    for (const secret of ['A secret subject', 'A body', 'ada@example.org', service.credentials.key]) {
      expect(text).not.toContain(secret)
    }
  })

  it('can be dismissed and looked up for a month, and is gone with its account', async () => {
    const [first, second] = [await lostSend(), await lostSend()]
    await check(first)
    await ask('outcomes.dismiss', { id: first })
    await ask('outcomes.dismiss', { id: second })
    const dismissed = [
      { id: second, state: 'unknown', dismissed: true },
      { id: first, state: 'happened', dismissed: true, text: expect.stringMatching(/^It was sent/) },
    ]
    expect(await list()).toMatchObject(dismissed)
    await app.close()
    // As an older version left it: a word that says nothing of what became of it.
    const left = JSON.parse(await onDisk()) as object[]
    await writeFile(join(folder.path, 'outcomes.json'), JSON.stringify([{ ...left[0], state: 'dismissed' }, ...left]))
    app = await startTestApp(folder.path)
    expect(await list()).toMatchObject(dismissed)
    await app.close()
    const old = JSON.stringify(left).replaceAll(/"startedAt":\d+/g, '"startedAt":1')
    await writeFile(join(folder.path, 'outcomes.json'), old)
    app = await startTestApp(folder.path)
    expect(await list()).toEqual([])
    await app.close()
    await writeFile(join(folder.path, 'outcomes.json'), JSON.stringify(left))
    app = await startTestApp(folder.path)
    await ask('accounts.remove', { id: accountId, archive: 'delete' })
    expect(await list()).toEqual([])
    await eventually(async () => expect(await onDisk()).not.toContain(first))
  })

  it('cannot be told by another service', async () => {
    const id = await lostSend()
    const {
      id: _id,
      kind: _kind,
      keyState: _key,
      connection: _connection,
      connectionProblem: _problem,
      createdAt: _at,
      ...profile
    } = (await ask<{ accounts: Account[] }>('accounts.list')).accounts[0]!
    const other = await createSandbox({ smtp: false })
    try {
      await ask('accounts.update', {
        id: accountId,
        profile: { ...profile, baseUrl: other.url },
        key: other.credentials.key,
        keep: 'this-run',
      })
      expect(await check(id)).toMatchObject({ state: 'unknown', text: expect.stringContaining('another service') })
    } finally {
      await other.close()
    }
  })
})

describe('a send that is answered', () => {
  it('leaves nothing behind, done or refused', async () => {
    await send()
    service.faults.set([{ kind: 'status', path: '/messages/send', status: 400 }])
    await expect(send()).rejects.toMatchObject({ code: 'invalid-request' })
    expect(await list()).toEqual([])
    await eventually(async () => expect(JSON.parse(await onDisk())).toEqual([]))
  })

  it('is not sent a second time under the same name', async () => {
    const id = await lostSend()
    await expect(send(id)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('is not begun where it cannot be noted down', async () => {
    await app.close()
    await rm(join(folder.path, 'outcomes.json'), { force: true })
    app = await startTestApp(folder.path)
    // A folder stands in the way of the file that is renamed over it.
    await mkdir(join(folder.path, 'outcomes.json'))
    await writeFile(join(folder.path, 'outcomes.json', 'x'), '')
    await ask('accounts.replaceKey', { id: accountId, key: service.credentials.key, keep: 'this-run' })
    await expect(send()).rejects.toMatchObject({ code: 'disk' })
    expect(service.control.requests()).toEqual([])
    expect(await list()).toEqual([])
  })
})

describe('a send that waits for its answer', () => {
  /** The service took it and never answers. */
  async function hanging(): Promise<{ id: string; sent: Promise<unknown> }> {
    service.faults.set([{ kind: 'hang', path: '/messages/send' }])
    const id = crypto.randomUUID()
    const sent = send(id)
    sent.catch(() => undefined)
    await eventually(async () => expect(service.control.requests()).toHaveLength(1))
    return { id, sent }
  }

  it('is shown as running, and unknown when nobody wants to wait any longer', async () => {
    const events: AppEvent[] = []
    app.subscribe((event) => events.push(event))
    const { id, sent } = await hanging()
    expect(await list()).toMatchObject([{ id, state: 'running' }])
    await expect(check(id)).rejects.toMatchObject({ code: 'conflict' })
    await ask('outcomes.stop', { id })
    await expect(sent).rejects.toMatchObject({ code: 'outcome-unknown', details: { outcomeId: id } })
    const told = events.flatMap((event) => (event.name === 'outcomes.changed' ? [event.payload.state] : []))
    expect(told).toEqual(['running', 'unknown'])
    expect(await check(id)).toMatchObject({ state: 'happened' })
  })

  it('is on the disk before it leaves, so that a killed Mailroom knows of it', async () => {
    const { id, sent } = await hanging()
    const left = await onDisk()
    expect(left).toContain('"running"')
    await app.close()
    await expect(sent).rejects.toMatchObject({ code: 'outcome-unknown' })
    // As a kill would have left it.
    await writeFile(join(folder.path, 'outcomes.json'), left)
    app = await startTestApp(folder.path)
    expect(await list()).toMatchObject([{ id, state: 'unknown', text: expect.stringContaining('Mailroom stopped') }])
  })

  it('goes on waiting while its account gets another name and colour', async () => {
    const { id } = await hanging()
    const { url: baseUrl, credentials } = service
    const profile = { ...accountDefaults, name: 'Shop 2', colour: 'red', baseUrl, user: credentials.user }
    await ask('accounts.update', { id: accountId, profile: { ...profile, storeHistory: false } })
    expect(await list()).toMatchObject([{ id, state: 'running' }])
    // What leads elsewhere ends it, and says so.
    await ask('accounts.update', { id: accountId, profile: { ...profile, storeHistory: false, readOnly: true } })
    expect(await list()).toMatchObject([{ id, state: 'unknown', text: expect.stringContaining('account was closed') }])
  })
})
