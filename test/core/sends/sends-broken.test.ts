import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '#test/support/eventually.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { openAccount, openAppAtSandbox, type OpenApp } from '#test/support/open-app.ts'
import { addFile, inState, letter, many, newDraft, now, outbox, person, summaryOf } from './support/sending.ts'

test('an unreachable service pauses the send, and everything is sent once it is back', async () => {
  const mailroom = await openAccount()
  const { ask, accountId } = mailroom
  const id = await newDraft(mailroom, { rows: many(3) })
  const profile = mailroom.profile({ baseUrl: 'http://127.0.0.1:9/v1', acceptPlainHttp: true })
  const { key } = mailroom.service.credentials
  await ask('accounts.update', { id: accountId, profile, key, keep: 'this-run' })
  await ask('sends.start', { draftId: id, ...now })
  const { note } = await inState(mailroom, id, 'paused')
  expect(note).toMatch(/refused the connection.*The remaining messages wait until you resume the send\.$/)
  await ask('accounts.update', { id: accountId, profile: mailroom.profile(), key, keep: 'this-run' })
  await ask('sends.resume', { id })
  expect(await inState(mailroom, id, 'sent')).toMatchObject({ sent: 3, note: '' })
  expect(outbox(mailroom)).toHaveLength(3)
})

test('consecutive lost responses pause the send, so that the remaining batches do not become unknown', async () => {
  const mailroom = await openAccount()
  mailroom.service.faults.set([{ kind: 'cut', path: '/messages/send' }])
  const id = await newDraft(mailroom, { rows: many(10_000) })
  await mailroom.ask('sends.start', { draftId: id, ...now })
  await inState(mailroom, id, 'paused')
  const summary = await eventually(async () => {
    const { batches, summary } = await mailroom.ask('sends.get', { id })
    expect(batches.filter(({ state }) => state === 'sending')).toEqual([])
    return summary
  })
  expect(summary.unknown).toBeLessThan(5000)
  mailroom.service.faults.clear()
  await mailroom.ask('sends.resume', { id })
  await inState(mailroom, id, 'sent')
  // The resume also checked the calls whose responses were lost.
  await eventually(async () => expect(await summaryOf(mailroom, id)).toMatchObject({ sent: 10_000, unknown: 0 }))
  expect(mailroom.service.control.outbox(20_000)).toHaveLength(10_000)
})

test('the pause that a service asks for is respected, and every recipient gets one mail', async () => {
  const mailroom = await openAccount()
  mailroom.service.faults.set([{ kind: 'status', path: '/messages/send', status: 429, retryAfter: 0, times: 3 }])
  const id = await newDraft(mailroom, { rows: many(2000) })
  await mailroom.ask('sends.start', { draftId: id, ...now })
  expect(await inState(mailroom, id, 'sent')).toMatchObject({ sent: 2000, refused: 0, unknown: 0 })
  expect(mailroom.service.control.outbox(5000)).toHaveLength(2000)
})

test('a batch that cannot be recorded on the disk is not sent', async () => {
  const mailroom = await openAccount()
  const { ask } = mailroom
  const id = await newDraft(mailroom, { rows: many(2) })
  await ask('sends.start', { draftId: id, at: null, undoSeconds: 100 })
  const journal = join(mailroom.folder, 'compose', 'sends', id, 'batches.jsonl')
  await rm(journal)
  await mkdir(journal)
  await ask('sends.move', { id, at: null })
  expect((await inState(mailroom, id, 'paused')).note).toContain('could not read or write a file')
  expect(outbox(mailroom)).toEqual([])
  await rm(journal, { recursive: true })
})

async function waitingAsAsked() {
  const clock = new ManualClock(Date.now())
  const mailroom = await openAppAtSandbox({}, () => ({ clock }))
  await mailroom.addAccount({}, 'keychain')
  const id = await newDraft(mailroom, { rows: many(1) })
  mailroom.service.faults.set([{ kind: 'status', path: '/messages/send', status: 429, retryAfter: 600 }])
  await mailroom.ask('sends.start', { draftId: id, ...now })
  clock.advance(1)
  await eventually(() => {
    expect(mailroom.service.control.requests().some(({ fault }) => fault === 'status')).toBe(true)
  })
  return { ask: mailroom.ask, id }
}

/** Waits until every job has ended. The clock is stopped, so no wait ends unless the test advances it. */
const ended = (ask: OpenApp['ask']) =>
  eventually(async () => {
    const jobs = await ask('jobs.list')
    expect(jobs.filter(({ endedAt }) => endedAt === null)).toEqual([])
  })

test('a send that is paused during a wait for the service ends at once', async () => {
  const { id, ask } = await waitingAsAsked()
  await ask('sends.pause', { id })
  await ended(ask)
  const { batches, summary } = await ask('sends.get', { id })
  expect(batches.map(({ state }) => state)).toEqual(['waiting'])
  expect(summary).toMatchObject({ state: 'paused', sent: 0, unknown: 0 })
  await ask('sends.cancel', { id })
})

test('a send that is cancelled during a wait for the service ends at once, and reports that nothing was sent', async () => {
  const { id, ask } = await waitingAsAsked()
  const { draftId } = await ask('sends.cancel', { id })
  await ended(ask)
  // Between the two attempts no call is in progress, so the send can become a draft again.
  const [became, expected] =
    draftId === null
      ? [(await ask('sends.get', { id })).summary, { state: 'stopped', note: 'Cancelled. Nothing had been sent.' }]
      : [await ask('drafts.get', { id: draftId }), { recipients: 1 }]
  expect(became).toMatchObject(expected)
})

test('quitting waits a while for a response; without one, the batch is unknown, and the rest waits', async () => {
  const clock = new ManualClock(Date.now())
  const mailroom = await openAppAtSandbox({}, () => ({ clock }))
  await mailroom.addAccount({}, 'keychain')
  const id = await newDraft(mailroom, { rows: many(4000) })
  mailroom.service.faults.set([{ kind: 'hang', path: '/messages/send' }])
  await mailroom.ask('sends.start', { draftId: id, ...now })
  clock.advance(1)
  // The calls have to be in progress: one that was only recorded would no longer be sent.
  await eventually(() => {
    expect(mailroom.service.control.requests().filter(({ fault }) => fault === 'hang')).toHaveLength(4)
  })
  let isClosed = false
  const closing = mailroom.close().then(() => {
    isClosed = true
  })
  await eventually(() => {
    clock.advance(1000)
    expect(isClosed).toBe(true)
  })
  await closing
  mailroom.service.faults.clear()
  await mailroom.start()
  const { summary, batches } = await mailroom.ask('sends.get', { id })
  expect(summary).toMatchObject({ state: 'interrupted', sent: 0, unknown: 2000 })
  expect(batches.map(({ state }) => state)).toEqual([
    ...Array<string>(4).fill('unknown'),
    ...Array<string>(4).fill('waiting'),
  ])
})

test('a damaged folder does not hide other sends', async () => {
  const mailroom = await openAccount()
  const rows = many(2)
  const [one, other] = [await newDraft(mailroom, { rows }), await newDraft(mailroom, { rows })]
  for (const id of [one, other]) await mailroom.ask('sends.start', { draftId: id, ...now })
  for (const id of [one, other]) await inState(mailroom, id, 'sent')
  await rm(join(mailroom.folder, 'compose', 'sends', one, 'batches.jsonl'))
  await mailroom.restart()
  const sends = await mailroom.ask('sends.list', { accountId: mailroom.accountId })
  expect(sends.map(({ id }) => id)).toEqual([other])
})

test('sends that could not be opened are removed together with their account', async () => {
  const mailroom = await openAccount()
  const { ask, accountId, folder } = mailroom
  const other = await mailroom.addAccount({ name: 'Other' })
  const sends = join(folder, 'compose', 'sends')
  const damaged: string[] = []
  const damagedSend = async (account: string, files = ['batches.jsonl']) => {
    const id = await newDraft({ ask, accountId: account }, { rows: many(2) })
    await ask('sends.start', { draftId: id, ...now })
    await inState(mailroom, id, 'sent')
    damaged.push(...files.map((file) => join(sends, id, file)))
    return id
  }
  await damagedSend(accountId)
  await damagedSend(accountId, ['batches.jsonl', 'content.json'])
  await damagedSend(accountId, ['send.json'])
  const kept = await damagedSend(other.id)
  const nameless = await damagedSend(accountId, ['send.json', 'content.json'])
  // A state is known before it is on disk, so the files are damaged once nothing writes them.
  await mailroom.close()
  for (const path of damaged) await writeFile(path, '{\n')
  await mailroom.start()
  await ask('accounts.remove', { id: accountId, archive: 'delete' })
  expect((await readdir(sends)).sort()).toEqual([kept, nameless].sort())
  await ask('accounts.remove', { id: other.id, archive: 'delete' })
  expect(await readdir(sends)).toEqual([])
})

test('sending again to other people keeps the files for everybody, but not those of single recipients', async () => {
  const mailroom = await openAccount()
  const { ask, accountId } = mailroom
  const { id } = await ask('drafts.create', { accountId, start: { from: 'blank' } })
  const parts = [
    await addFile(mailroom, id, { name: 'all.txt', kind: 'attachment', bytes: 'For all.' }),
    await addFile(mailroom, id, { name: 'ada.txt', kind: 'row', bytes: 'For Ada.' }),
  ]
  const rows = [person('ada@example.org', { parts: [parts[1]!.id] })]
  await ask('drafts.save', {
    id,
    content: { ...letter, parts },
    people: { at: 0, remove: 0, columns: ['name'], rows },
  })
  await ask('sends.start', { draftId: id, ...now })
  await inState(mailroom, id, 'sent')
  const copy = await ask('sends.makeDraft', { id, again: false })
  expect(copy.content.parts.map(({ name }) => name)).toEqual(['all.txt'])
  expect(copy.people).toEqual({ columns: ['name'], rows: [] })
  const again = await ask('sends.makeDraft', { id, again: true })
  await ask('sends.start', { draftId: again.id, ...now })
  await inState(mailroom, again.id, 'sent')
  expect(outbox(mailroom)).toHaveLength(2)
})
