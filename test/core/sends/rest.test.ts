import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Fault } from '#shared/contract/base/faults.ts'
import { msPerMinute } from '#shared/domain/base/durations.ts'
import { eventually } from '#test/support/eventually.ts'
import { openAccount, openAppAtSandbox } from '#test/support/open-app.ts'
import {
  addFile,
  inState,
  letter,
  many,
  newDraft,
  now,
  outbox,
  person,
  type Mailroom,
} from '#test/core/sends/support/sending.ts'

const all = { only: null } as const
const atOnce = { ...all, undoSeconds: 0 } as const
const refused: Fault = { kind: 'status', path: '/messages/send', status: 409 }

/** A send in which every call has ended, while these faults were active. */
async function sentWith(mailroom: Mailroom, faults: Fault[], draftId: string): Promise<string> {
  mailroom.service.faults.set(faults)
  await mailroom.ask('sends.start', { draftId, ...now })
  await eventually(async () => {
    const { summary } = await mailroom.ask('sends.get', { id: draftId })
    expect(['sent', 'failed']).toContain(summary.state)
  })
  mailroom.service.faults.clear()
  return draftId
}

const addresses = (mailroom: Mailroom) => mailroom.service.control.outbox(5000).map(({ email }) => email)

/** Each recipient exactly once. */
function expectOnce(mailroom: Mailroom, count: number): void {
  const expected = many(count).map(({ address }) => address)
  expect(addresses(mailroom).toSorted()).toEqual(expected.toSorted())
}

test('the rest gets the frozen message, with its files and copies, and then no recipient is left', async () => {
  const mailroom = await openAccount({ ccAndBcc: true })
  const { ask } = mailroom
  const draft = await newDraft(mailroom, { rows: many(2) })
  const part = await addFile(mailroom, draft, { name: 'offer.txt', kind: 'attachment', bytes: 'The offer' })
  await ask('drafts.save', {
    id: draft,
    content: { parts: [part], cc: [{ address: 'boss@shop.example', name: '' }] },
  })
  const id = await sentWith(mailroom, [refused], draft)
  expect(await ask('sends.rest', { id, ...all })).toMatchObject({ recipients: 2, groups: { refused: 2 }, copies: 0 })
  await expect(ask('sends.startRest', { id, ...atOnce, recipients: 1 })).rejects.toMatchObject({ code: 'conflict' })
  const rest = await ask('sends.startRest', { id, ...atOnce, recipients: 2 })
  expect(rest).toMatchObject({ restOf: id, recipients: 2, subject: letter.subject })
  await inState(mailroom, rest.id, 'sent')
  expect(addresses(mailroom).toSorted()).toEqual(['boss@shop.example', 'reader0@example.org', 'reader1@example.org'])
  const mail = await mailroom.service.control.message(outbox(mailroom)[0]!.id)
  expect(JSON.stringify(mail)).toContain('offer.txt')
  for (const asked of [id, rest.id]) {
    await expect(ask('sends.startRest', { id: asked, ...atOnce })).rejects.toMatchObject({ code: 'nothing-left' })
  }
  expect(await ask('sends.rest', { id, ...all })).toMatchObject({
    recipients: 0,
    left: { refused: 0 },
    sent: 2,
    rests: [{ id: rest.id }],
  })
  expect(await ask('drafts.list', { accountId: mailroom.accountId })).toEqual([])
})

test('the rest includes only people who certainly did not get the message, and copies are not sent again', async () => {
  const mailroom = await openAccount({ ccAndBcc: true })
  const { ask } = mailroom
  const cc = [{ address: 'boss@shop.example', name: '' }]
  const draft = await newDraft(mailroom, { content: { cc }, rows: many(1700) })
  const faults: Fault[] = [
    { ...refused, times: 1 },
    { kind: 'cut', path: '/messages/send', times: 1 },
  ]
  const id = await sentWith(mailroom, faults, draft)
  const plan = await ask('sends.rest', { id, ...all })
  expect(plan.unknown).toBeGreaterThan(0)
  expect(plan).toMatchObject({ recipients: plan.groups.refused, copies: 1, isMarked: true, open: 0 })
  expect(plan.sent + plan.unknown + plan.recipients).toBe(1700)
  expect(await ask('sends.rest', { id, only: 'absent' })).toMatchObject({ recipients: 0 })
  const rest = await ask('sends.startRest', { id, only: 'refused', undoSeconds: 0 })
  await inState(mailroom, rest.id, 'sent')
  const people = addresses(mailroom).filter((address) => address !== 'boss@shop.example')
  expect(people.toSorted()).toEqual(
    many(1700)
      .map(({ address }) => address)
      .toSorted(),
  )
  // The boss gets one copy for each call of the first send that was accepted, and none of the rest.
  expect(addresses(mailroom)).toHaveLength(1700 + 3)
})

test('two rests that begin at the same moment have no recipient in common', async () => {
  const mailroom = await openAccount()
  const { ask } = mailroom
  const id = await sentWith(mailroom, [refused], await newDraft(mailroom, { rows: many(700) }))
  const both = await Promise.allSettled([1, 2].map(() => ask('sends.startRest', { id, ...atOnce })))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await eventually(() => expectOnce(mailroom, 700))
  await mailroom.restart()
  await expect(ask('sends.startRest', { id, ...atOnce })).rejects.toMatchObject({ code: 'nothing-left' })
  expectOnce(mailroom, 700)
})

test('a rest that is undone does not become a draft, and is offered again', async () => {
  const mailroom = await openAccount()
  const { ask, accountId } = mailroom
  const id = await sentWith(mailroom, [refused], await newDraft(mailroom, { rows: many(2) }))
  const rest = await ask('sends.startRest', { id, ...all, undoSeconds: 60 })
  expect(await ask('sends.rest', { id, ...all })).toMatchObject({ recipients: 0, open: 2 })
  expect(await ask('sends.cancel', { id: rest.id })).toEqual({ draftId: null, hasLeft: false })
  expect(await ask('drafts.list', { accountId })).toEqual([])
  expect(await ask('sends.rest', { id, ...all })).toMatchObject({ recipients: 2, open: 0, rests: [] })
  expect(await readdir(join(mailroom.folder, 'compose', 'sends'))).toEqual([id])
})

test('a rest whose messages have begun to leave is not undone, and its cancellation says so', async () => {
  const mailroom = await openAccount()
  const { ask } = mailroom
  const id = await sentWith(mailroom, [refused], await newDraft(mailroom, { rows: many(2) }))
  mailroom.service.faults.set([{ kind: 'delay', path: '/messages/send', delayMs: 1000 }])
  const rest = await ask('sends.startRest', { id, ...atOnce })
  await eventually(async () => {
    const { batches } = await ask('sends.get', { id: rest.id })
    expect(batches.map(({ state }) => state)).toEqual(['sending'])
  })
  expect(await ask('sends.cancel', { id: rest.id })).toEqual({ draftId: null, hasLeft: true })
})

test('the recipients of a rest still count as reached after it is removed from the history', async () => {
  const mailroom = await openAppAtSandbox()
  await mailroom.addAccount({}, 'keychain')
  const { ask } = mailroom
  const id = await sentWith(mailroom, [refused], await newDraft(mailroom, { rows: many(700) }))
  const rest = await ask('sends.startRest', { id, ...all, undoSeconds: 60 })
  mailroom.service.faults.set([{ ...refused, times: 1 }])
  await ask('sends.move', { id: rest.id, at: null })
  const { refused: left } = await inState(mailroom, rest.id, 'sent')
  mailroom.service.faults.clear()
  await ask('sends.remove', { id: rest.id })
  await mailroom.restart()
  expect(await ask('sends.rest', { id, ...all })).toMatchObject({ recipients: left, sent: 700 - left })
  const second = await ask('sends.startRest', { id, ...atOnce })
  await inState(mailroom, second.id, 'sent')
  expectOnce(mailroom, 700)
})

test.each(['before', 'after'])('a rest that was removed %s the first send still counts as reached', async (order) => {
  const mailroom = await openAccount()
  const { ask } = mailroom
  const id = await sentWith(mailroom, [refused], await newDraft(mailroom, { rows: many(2) }))
  const older = await ask('sends.startRest', { id, ...all, undoSeconds: 60 })
  mailroom.service.faults.set([refused])
  await ask('sends.move', { id: older.id, at: null })
  await inState(mailroom, older.id, 'failed')
  mailroom.service.faults.clear()
  const newer = await ask('sends.startRest', { id, ...atOnce })
  await inState(mailroom, newer.id, 'sent')
  for (const removed of order === 'before' ? [newer.id, id] : [id, newer.id]) await ask('sends.remove', { id: removed })
  expect(await ask('sends.rest', { id: older.id, ...all })).toMatchObject({ recipients: 0, sent: 2 })
})

test('copies that a removed rest has sent are not sent again', async () => {
  const mailroom = await openAccount({ ccAndBcc: true })
  const { ask } = mailroom
  const cc = [{ address: 'boss@shop.example', name: '' }]
  const draft = await newDraft(mailroom, { content: { cc }, rows: many(1000) })
  const id = await sentWith(mailroom, [refused], draft)
  const rest = await ask('sends.startRest', { id, ...all, undoSeconds: 60 })
  mailroom.service.faults.set([{ ...refused, times: 1 }])
  await ask('sends.move', { id: rest.id, at: null })
  await inState(mailroom, rest.id, 'sent')
  await ask('sends.remove', { id: rest.id })
  expect(await ask('sends.rest', { id, ...all })).toMatchObject({ recipients: 500, copies: 1 })
})

test('the waiting recipients of a cancelled send can be sent to, and an unfinished send is resumed first', async () => {
  const mailroom = await openAccount()
  const { ask } = mailroom
  const id = await newDraft(mailroom, { rows: many(5000) })
  mailroom.service.faults.set([{ kind: 'delay', path: '/messages/send', delayMs: 100 }])
  await ask('sends.start', { draftId: id, ...now })
  await eventually(() => {
    expect(mailroom.service.control.requests().some(({ fault }) => fault === 'delay')).toBe(true)
  })
  await ask('sends.pause', { id })
  await expect(ask('sends.startRest', { id, ...atOnce })).rejects.toMatchObject({ code: 'conflict' })
  await ask('sends.cancel', { id })
  mailroom.service.faults.clear()
  // The calls in progress end normally.
  const plan = await eventually(async () => {
    const found = await ask('sends.rest', { id, ...all })
    expect(found).toMatchObject({ open: 0, unknown: 0 })
    return found
  })
  expect(plan.groups.waiting).toBeGreaterThan(0)
  const rest = await ask('sends.startRest', { id, ...atOnce })
  await inState(mailroom, rest.id, 'sent')
  expectOnce(mailroom, 5000)
})

test('people who have since bounced, complained, unsubscribed or been erased are left out and counted', async () => {
  const mailroom = await openAccount()
  const { ask, accountId } = mailroom
  const names = ['bounce', 'complaint', 'unsubscribe', 'gone', 'fine']
  const rows = names.map((name) => person(`${name}@example.org`, { values: [name] }))
  const id = await sentWith(mailroom, [refused], await newDraft(mailroom, { rows }))
  const test = crypto.randomUUID()
  const sentAt = Date.now()
  const to = ['bounce@example.org', 'complaint@example.org', 'unsubscribe@example.org']
  const message = { to, from: 'hello@shop.example', subject: 'Before', text: 'Before' }
  await ask('sends.test', { accountId, id: test, message })
  await mailroom.service.control.advance(5 * msPerMinute)
  await eventually(async () => {
    const found = await ask('sends.findTest', { accountId, sendId: test, sentAt })
    const states = found.map(({ lastState }) => lastState)
    expect(states.toSorted()).toEqual(['complaint', 'hardbounced', 'unsubscribed'])
  })
  await ask('recipients.erase', { accountId, email: 'gone@example.org' })
  const leftOut = { bounced: 1, complained: 1, unsubscribed: 1, erased: 1 }
  expect(await ask('sends.rest', { id, ...all })).toMatchObject({
    recipients: 1,
    groups: { refused: 5 },
    left: { refused: 1 },
    leftOut,
  })
  const rest = await ask('sends.startRest', { id, ...atOnce })
  await inState(mailroom, rest.id, 'sent')
  expect(
    outbox(mailroom)
      .filter(({ subject }) => subject !== 'Before')
      .map(({ email }) => email),
  ).toEqual(['fine@example.org'])
})
