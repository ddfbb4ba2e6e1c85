import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { msPerMinute } from '#shared/domain/base/durations.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { openAccount, openAppAtSandbox } from '#test/support/open-app.ts'
import { askApp, startTestApp } from '#test/support/test-ports.ts'
import { addFile, inState, letter, many, newDraft, now, outbox, summaryOf } from './support/sending.ts'

test('a file that was changed since it was added prevents the send, and the message becomes a draft again', async () => {
  const mailroom = await openAccount()
  const { ask, accountId } = mailroom
  const { id } = await ask('drafts.create', { accountId, start: { from: 'blank' } })
  const parts = [await addFile(mailroom, id, { name: 'a.txt', kind: 'attachment', bytes: 'first' })]
  await ask('drafts.save', { id, content: { ...letter, parts }, people: { at: 0, remove: 0, rows: many(2) } })
  const copy = join(mailroom.folder, 'compose', 'drafts', id, 'files', parts[0]!.id)
  await writeFile(copy, 'second')
  await expect(ask('sends.start', { draftId: id, ...now })).rejects.toThrow(
    'Mailroom’s copy of “a.txt” was changed after you added the file',
  )
  // The same length, so only the bytes differ.
  await writeFile(copy, 'other')
  await ask('sends.start', { draftId: id, ...now })
  expect((await inState(mailroom, id, 'paused')).note).toContain(
    'Mailroom’s copy of “a.txt” was changed after you added the file',
  )
  expect(outbox(mailroom)).toEqual([])
  expect(await ask('sends.cancel', { id })).toEqual({ draftId: id, hasLeft: false })
  expect((await ask('drafts.get', { id })).content.subject).toBe(letter.subject)
})

test('a message whose file is missing from the data folder is not sent, and stays a draft', async () => {
  const mailroom = await openAccount()
  const { ask } = mailroom
  const draftId = await newDraft(mailroom, { rows: many(2) })
  const parts = [await addFile(mailroom, draftId, { name: 'a.txt', kind: 'attachment', bytes: 'first' })]
  await ask('drafts.save', { id: draftId, content: { parts } })
  await rm(join(mailroom.folder, 'compose', 'drafts', draftId, 'files', parts[0]!.id))
  await expect(ask('sends.start', { draftId, ...now })).rejects.toThrow(
    '“a.txt” is missing from Mailroom’s data folder',
  )
  expect(outbox(mailroom)).toEqual([])
  expect((await ask('drafts.get', { id: draftId })).content).toMatchObject({ subject: letter.subject, parts })
})

test('a refused batch shows the service’s reason, and the other batches continue', async () => {
  const mailroom = await openAccount()
  mailroom.service.faults.set([{ kind: 'status', path: '/messages/send', status: 415, times: 1 }])
  const id = await newDraft(mailroom, { rows: many(1500) })
  await mailroom.ask('sends.start', { draftId: id, ...now })
  const summary = await inState(mailroom, id, 'sent')
  expect(summary).toMatchObject({
    sent: 1000,
    refused: 500,
    note: expect.stringContaining('does not accept') as string,
  })
  const counts = await mailroom.ask('sends.counts', { id })
  expect(counts).toEqual({ 'call:refused': 500, 'call:sent': 1000 })
})

test('a send whose batches are all refused has failed', async () => {
  const mailroom = await openAccount()
  mailroom.service.faults.set([{ kind: 'status', path: '/messages/send', status: 422 }])
  const id = await newDraft(mailroom, { rows: many(2) })
  await mailroom.ask('sends.start', { draftId: id, ...now })
  expect(await inState(mailroom, id, 'failed')).toMatchObject({ sent: 0, refused: 2 })
  const draft = await mailroom.ask('sends.makeDraft', { id, again: true })
  expect(draft.people.rows).toHaveLength(2)
  await mailroom.ask('sends.remove', { id })
  expect(await mailroom.ask('sends.list', { accountId: mailroom.accountId })).toEqual([])
})

test.each([401, 403, 503])('a status of %i pauses the rest, and a resume sends it', async (status) => {
  const mailroom = await openAccount()
  mailroom.service.faults.set([{ kind: 'status', path: '/messages/send', status }])
  const id = await newDraft(mailroom, { rows: many(3000) })
  await mailroom.ask('sends.start', { draftId: id, ...now })
  expect(await inState(mailroom, id, 'paused')).toMatchObject({ sent: 0, refused: 0, unknown: 0 })
  mailroom.service.faults.clear()
  await mailroom.ask('sends.resume', { id })
  expect(await inState(mailroom, id, 'sent')).toMatchObject({ sent: 3000 })
  expect(mailroom.service.control.outbox(5000)).toHaveLength(3000)
})

test('a batch whose response was lost is unknown, is found by its mark, and is not sent again', async () => {
  const mailroom = await openAccount()
  mailroom.service.faults.set([{ kind: 'cut', path: '/messages/send', times: 1 }])
  const id = await newDraft(mailroom, { rows: many(700) })
  await mailroom.ask('sends.start', { draftId: id, ...now })
  const summary = await inState(mailroom, id, 'sent')
  expect(summary.unknown).toBeGreaterThan(0)
  const { batches } = await mailroom.ask('sends.get', { id })
  const lost = batches.find(({ state }) => state === 'unknown')!
  const outcome = await mailroom.ask('outcomes.check', { id: lost.id })
  expect(outcome.state).toBe('happened')
  expect(await inState(mailroom, id, 'sent')).toMatchObject({ sent: 700, unknown: 0 })
  expect(mailroom.service.control.outbox(5000)).toHaveLength(700)
})

test('a send that is moved in the last moment does not start at its previous time', async () => {
  const clock = new ManualClock(Date.UTC(2026, 5, 1, 9))
  const mailroom = await openAppAtSandbox({}, () => ({ clock }))
  await mailroom.addAccount({}, 'keychain')
  const id = await newDraft(mailroom, { rows: many(2) })
  const at = clock.now() + 3_600_000
  await mailroom.ask('sends.start', { draftId: id, at, undoSeconds: 10 })
  clock.advance(3_599_999)
  const moving = mailroom.ask('sends.move', { id, at: at + 3_600_000 })
  // The command has begun, and its change is not on the disk yet.
  await new Promise(setImmediate)
  clock.advance(1)
  expect(await moving).toMatchObject({ state: 'waiting', at: at + 3_600_000 })
  expect(await summaryOf(mailroom, id)).toMatchObject({ state: 'waiting' })
  expect(outbox(mailroom)).toEqual([])
})

test('a scheduled send whose time passed while Mailroom was closed waits for the user', async () => {
  const clock = new ManualClock(Date.UTC(2026, 5, 1, 9))
  const mailroom = await openAppAtSandbox({}, () => ({ clock }))
  await mailroom.addAccount({}, 'keychain')
  const { accountId } = mailroom
  const id = await newDraft(mailroom, { rows: many(2) })
  const later = clock.now() + 3_600_000
  await mailroom.ask('sends.start', { draftId: id, at: later, undoSeconds: 10 })
  await mailroom.close()
  clock.advance(7_200_000)
  await mailroom.start()
  const [missed] = await mailroom.ask('sends.list', { accountId })
  expect(missed).toMatchObject({ id, state: 'paused', note: expect.stringContaining('not running') as string })
  expect(outbox(mailroom)).toEqual([])
  await expect(mailroom.ask('sends.move', { id, at: later })).rejects.toMatchObject({ code: 'time-passed' })
  const moved = await mailroom.ask('sends.move', { id, at: clock.now() + 100_000_000 })
  expect(moved).toMatchObject({ state: 'waiting', isScheduled: true })
  await mailroom.restart()
  // Longer than the maximum of a system timer.
  clock.advance(99_000_000)
  expect(await summaryOf(mailroom, id)).toMatchObject({ state: 'waiting' })
  clock.advance(1_000_000)
  await inState(mailroom, id, 'sent')
  expect(outbox(mailroom)).toHaveLength(2)
})

test('a command that runs at the time of a scheduled send does not start it', async () => {
  const clock = new ManualClock()
  const mailroom = await openAppAtSandbox({}, () => ({ clock }))
  await mailroom.addAccount({}, 'keychain')
  const id = await newDraft(mailroom, { rows: many(2) })
  const at = clock.now() + msPerMinute
  await mailroom.ask('sends.start', { draftId: id, at, undoSeconds: 0 })
  await mailroom.close()
  const { folder, secrets } = mailroom
  const command = await startTestApp(folder, { clock, secrets }, { goesOn: false })
  onTestFinished(() => command.close())
  clock.advance(2 * msPerMinute)
  expect(await askApp(command)('sends.get', { id })).toMatchObject({ summary: { state: 'waiting' } })
  await command.close()
  await mailroom.start()
  expect(await summaryOf(mailroom, id)).toMatchObject({
    state: 'paused',
    note: expect.stringContaining('not running') as string,
  })
  expect(outbox(mailroom)).toEqual([])
})

test.each([
  [{ readOnly: true }, 'read-only'],
  [{ recipientAllowList: ['@friends.example'] }, 'is not allowed to send to'],
])('an account with %o refuses the whole send', async (profile, sentence) => {
  const mailroom = await openAccount(profile)
  const id = await newDraft(mailroom, { rows: many(2) })
  await expect(mailroom.ask('sends.start', { draftId: id, ...now })).rejects.toThrow(sentence)
  expect(outbox(mailroom)).toEqual([])
})

test('a message with Cc does not leave without it once the account has Cc and Bcc turned off', async () => {
  const mailroom = await openAccount({ ccAndBcc: true })
  const { ask, accountId: id } = mailroom
  const { key } = mailroom.service.credentials
  const cc = [{ address: 'boss@shop.example', name: '' }]
  const draftId = await newDraft(mailroom, { content: { cc }, rows: many(1) })
  await ask('sends.start', { draftId, at: null, undoSeconds: 100 })
  await ask('accounts.update', { id, profile: mailroom.profile({ ccAndBcc: false }), key, keep: 'this-run' })
  await ask('sends.move', { id: draftId, at: null })
  const { note } = await inState(mailroom, draftId, 'paused')
  expect(note).toContain('doesn’t allow Cc and Bcc, so nothing was sent')
  expect(outbox(mailroom)).toEqual([])
  await ask('accounts.update', { id, profile: mailroom.profile({ ccAndBcc: true }), key, keep: 'this-run' })
  await ask('sends.resume', { id: draftId })
  await inState(mailroom, draftId, 'sent')
  const mails = outbox(mailroom).map(({ email }) => email)
  expect(mails.toSorted()).toEqual(['boss@shop.example', 'reader0@example.org'])
})

test('a record in the archive settles a batch whose response was lost', async () => {
  const mailroom = await openAccount()
  const { ask, accountId } = mailroom
  mailroom.service.faults.set([{ kind: 'cut', path: '/messages/send', times: 1 }])
  const id = await newDraft(mailroom, { rows: many(2) })
  await ask('sends.start', { draftId: id, ...now })
  const { createdAt } = await inState(mailroom, id, 'sent')
  expect(await summaryOf(mailroom, id)).toMatchObject({ sent: 0, unknown: 2 })
  const { batches } = await ask('sends.get', { id })
  await ask('sends.findTest', { accountId, sendId: batches[0]!.id, sentAt: createdAt })
  const counts = await ask('sends.counts', { id })
  expect(counts).not.toHaveProperty('call:sent')
  expect(await summaryOf(mailroom, id)).toMatchObject({ sent: 2, unknown: 0 })
})
