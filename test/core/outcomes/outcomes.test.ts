import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSandbox, type Sandbox } from '#sandbox/create-sandbox.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import { eventually } from '#test/support/eventually.ts'
import { openAccount, type Ask, type OpenApp } from '#test/support/open-app.ts'

let mailroom: OpenApp<Sandbox>
beforeEach(async () => {
  mailroom = await openAccount({ storeHistory: false })
})

const ask: Ask = (name, ...input) => mailroom.ask(name, ...input)
const list = () => ask('outcomes.list')
const message = { to: ['ada@example.org'], from: 'shop@sender.example', subject: 'A secret subject', text: 'A body' }
const send = (id = crypto.randomUUID() as string) => ask('sends.test', { accountId: mailroom.accountId, id, message })
const check = (id: string) => ask('outcomes.check', { id })
const onDisk = () => readFile(join(mailroom.folder, 'outcomes.json'), 'utf8')

/** A send that the service accepted, but whose response was cut off. */
async function lostSend(): Promise<string> {
  const id = crypto.randomUUID()
  mailroom.service.faults.set([{ kind: 'cut', path: '/messages/send' }])
  await expect(send(id)).rejects.toMatchObject({ code: 'outcome-unknown', details: { outcomeId: id } })
  mailroom.service.faults.clear()
  return id
}

describe('a send whose response was lost', () => {
  it('is unknown until a check finds its records, and is remembered over a restart', async () => {
    const id = await lostSend()
    const [unknown] = await list()
    expect(unknown).toMatchObject({
      id,
      accountId: mailroom.accountId,
      operation: 'messages.send',
      state: 'unknown',
      canCheck: true,
      sendId: id,
      title: 'Send from shop@sender.example to 1 recipient',
      advice: expect.stringContaining('a record of this message'),
    })
    expect(await check(id)).toMatchObject({
      state: 'happened',
      text: expect.stringMatching(/^The message was sent\. .*1 record/),
    })
    const { messages } = (await list())[0]!
    expect(messages).toHaveLength(1)
    await mailroom.restart()
    expect(await list()).toMatchObject([{ id, state: 'happened', messages, advice: '' }])
  })

  it('was not sent if the service has no record of it', async () => {
    mailroom.service.faults.set([{ kind: 'status', path: '/messages/send', status: 504 }])
    const id = crypto.randomUUID()
    await expect(send(id)).rejects.toMatchObject({ code: 'outcome-unknown' })
    mailroom.service.faults.clear()
    // The service’s records may be delayed, so a missing record proves nothing so soon after the send.
    expect(await check(id)).toMatchObject({
      state: 'not-found',
      text: expect.stringMatching(/^The message was not sent.*again/),
    })
  })

  it('is found at a service whose clock was put forward', async () => {
    mailroom.service.clock.advance('week')
    const first = await lostSend()
    mailroom.service.clock.advance('day')
    const second = await lostSend()
    for (const id of [first, second]) expect(await check(id)).toMatchObject({ state: 'happened' })
  })

  it('leaves no body, subject or recipient on the disk', async () => {
    await lostSend()
    const text = await eventually(async () => {
      const written = await onDisk()
      expect(written).toContain('"unknown"')
      return written
    })
    for (const secret of ['A secret subject', 'A body', 'ada@example.org', mailroom.service.credentials.key]) {
      expect(text).not.toContain(secret)
    }
  })

  it('can be dismissed, and looked up for a month, and is removed with its account', async () => {
    const [first, second] = [await lostSend(), await lostSend()]
    await check(first)
    await ask('outcomes.dismiss', { id: first })
    await ask('outcomes.dismiss', { id: second })
    const dismissed = [
      { id: second, state: 'unknown', dismissed: true },
      { id: first, state: 'happened', dismissed: true, text: expect.stringMatching(/^The message was sent/) },
    ]
    expect(await list()).toMatchObject(dismissed)
    await mailroom.restart()
    expect(await list()).toMatchObject(dismissed)
    await mailroom.close()
    const left = JSON.parse(await onDisk()) as object[]
    const old = JSON.stringify(left).replaceAll(/"startedAt":\d+/g, '"startedAt":1')
    await writeFile(join(mailroom.folder, 'outcomes.json'), old)
    await mailroom.start()
    expect(await list()).toEqual([])
    await mailroom.close()
    await writeFile(join(mailroom.folder, 'outcomes.json'), JSON.stringify(left))
    await mailroom.start()
    await ask('accounts.remove', { id: mailroom.accountId, archive: 'delete' })
    expect(await list()).toEqual([])
    await eventually(async () => expect(await onDisk()).not.toContain(first))
  })

  it('cannot be checked at another service', async () => {
    const id = await lostSend()
    const other = await createSandbox({ smtp: false })
    try {
      await ask('accounts.update', {
        id: mailroom.accountId,
        profile: mailroom.profile({ storeHistory: false, baseUrl: other.url }),
        key: other.credentials.key,
        keep: 'this-run',
      })
      expect(await check(id)).toMatchObject({ state: 'unknown', text: expect.stringContaining('another service') })
    } finally {
      await other.close()
    }
  })
})

describe('a send with a response', () => {
  it('leaves no outcome behind, whether it was sent or refused', async () => {
    await send()
    mailroom.service.faults.set([{ kind: 'status', path: '/messages/send', status: 400 }])
    await expect(send()).rejects.toMatchObject({ code: 'invalid-request' })
    expect(await list()).toEqual([])
    await eventually(async () => expect(JSON.parse(await onDisk())).toEqual([]))
  })

  it('is not sent a second time with the same id', async () => {
    const id = await lostSend()
    await expect(send(id)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('does not begin if its outcome cannot be written to the disk', async () => {
    await mailroom.close()
    await rm(join(mailroom.folder, 'outcomes.json'), { force: true })
    await mailroom.start()
    // A folder with the file’s name makes the rename fail.
    await mkdir(join(mailroom.folder, 'outcomes.json'))
    await writeFile(join(mailroom.folder, 'outcomes.json', 'x'), '')
    await ask('accounts.replaceKey', {
      id: mailroom.accountId,
      key: mailroom.service.credentials.key,
      keep: 'this-run',
    })
    await expect(send()).rejects.toMatchObject({ code: 'disk' })
    expect(mailroom.service.control.requests()).toEqual([])
    expect(await list()).toEqual([])
  })
})

describe('a send that waits for its response', () => {
  /** A send that the service accepts without ever responding. */
  async function hanging(): Promise<{ id: string; sent: Promise<unknown> }> {
    mailroom.service.faults.set([{ kind: 'hang', path: '/messages/send' }])
    const id = crypto.randomUUID()
    const sent = send(id)
    sent.catch(() => undefined)
    await eventually(async () => expect(mailroom.service.control.requests()).toHaveLength(1))
    return { id, sent }
  }

  it('is shown as running, and as unknown once the user stops waiting', async () => {
    const events: AppEvent[] = []
    mailroom.app.subscribe((event) => events.push(event))
    const { id, sent } = await hanging()
    expect(await list()).toMatchObject([{ id, state: 'running' }])
    await expect(check(id)).rejects.toMatchObject({ code: 'conflict' })
    await ask('outcomes.stop', { id })
    await expect(sent).rejects.toMatchObject({ code: 'outcome-unknown', details: { outcomeId: id } })
    const told = events.flatMap((event) => (event.name === 'outcomes.changed' ? [event.payload.state] : []))
    expect(told).toEqual(['running', 'unknown'])
    expect(await check(id)).toMatchObject({ state: 'happened' })
  })

  it('is on the disk before it is sent, so that it is known even after a kill', async () => {
    const { id, sent } = await hanging()
    const left = await onDisk()
    expect(left).toContain('"running"')
    await mailroom.close()
    await expect(sent).rejects.toMatchObject({ code: 'outcome-unknown' })
    // The state after a kill.
    await writeFile(join(mailroom.folder, 'outcomes.json'), left)
    await mailroom.start()
    expect(await list()).toMatchObject([{ id, state: 'unknown', text: expect.stringContaining('Mailroom stopped') }])
  })

  it('keeps waiting when its account gets another name and colour', async () => {
    const { id } = await hanging()
    const profile = mailroom.profile({ name: 'Shop 2', colour: 'red', storeHistory: false })
    await ask('accounts.update', { id: mailroom.accountId, profile })
    expect(await list()).toMatchObject([{ id, state: 'running' }])
    // A change of the address or of the permission to send ends the search, with a reason.
    await ask('accounts.update', { id: mailroom.accountId, profile: { ...profile, readOnly: true } })
    expect(await list()).toMatchObject([{ id, state: 'unknown', text: expect.stringContaining('account was closed') }])
  })
})
