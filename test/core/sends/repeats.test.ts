import { expect, test } from 'vitest'
import type { Person } from '#shared/contract/base/draft.ts'
import { eventually } from '#test/support/eventually.ts'
import { openAccount } from '#test/support/open-app.ts'
import { addFile, inState, many, newDraft, now, person, type Mailroom } from './support/sending.ts'

const withoutHistory = { storeHistory: false }

async function sent(mailroom: Mailroom, ...[draft]: [Parameters<typeof newDraft>[1]]): Promise<string> {
  const id = await newDraft(mailroom, draft)
  await mailroom.ask('sends.start', { draftId: id, ...now })
  await inState(mailroom, id, 'sent')
  return id
}

const repeatsOf = ({ ask }: Mailroom, draftId: string, hours = 24) => ask('sends.checkRepeats', { draftId, hours })

async function again({ ask }: Mailroom, id: string): Promise<string> {
  return (await ask('sends.makeDraft', { id, again: true })).id
}

const counted = (groups: Awaited<ReturnType<typeof repeatsOf>>) =>
  groups.map(({ kind, state, sendId, addresses }) => ({ kind, state, sendId, count: addresses.length }))

test('a repeated send is recognised for all of its recipients, even beyond the thousandth', async () => {
  const mailroom = await openAccount(withoutHistory)
  const sendId = await sent(mailroom, { rows: many(1500) })
  const draftId = await again(mailroom, sendId)
  const groups = await repeatsOf(mailroom, draftId)
  expect(counted(groups)).toEqual([{ kind: 'message', state: 'sent', sendId, count: 1500 }])
  expect(groups[0]!.addresses).toContain('reader1499@example.org')
  // The result is the same after a restart, and for the last hour alone.
  await mailroom.restart()
  const { batches } = await mailroom.ask('sends.get', { id: sendId })
  expect(await repeatsOf(mailroom, draftId, 1)).toEqual(groups)
  expect(groups[0]!.at).toBe(Math.max(...batches.map(({ startedAt }) => startedAt!)))
})

test('other values, another text or other files make another message, listed with each person’s subject', async () => {
  const mailroom = await openAccount(withoutHistory)
  const rows = [
    person('ada@example.org', { values: ['Ada', null] }),
    person('bob@example.org', { values: ['Bob', null] }),
    person('cy@example.org', { values: ['Cy', 'Only for {{name}}'] }),
  ]
  const columns = ['name', 'subject']
  const sendId = await sent(mailroom, { rows, columns })
  const check = async (content: Parameters<typeof newDraft>[1]['content'], people: Person[]) => {
    const draftId = await newDraft(mailroom, { content: content ?? {}, columns, rows: people })
    return (await repeatsOf(mailroom, draftId)).map(({ kind, addresses }) => [kind, addresses])
  }
  const same = ['message', ['ada@example.org', 'bob@example.org', 'cy@example.org']]
  expect(await check({}, rows)).toEqual([same])
  expect(await check({ tags: ['other'] }, [...rows].reverse())).toEqual([same])
  // The text differs, so only the subject is the same.
  expect(await check({ text: 'News for {{name}}' }, rows)).toEqual([['subject', same[1]]])
  const others = [
    person('Ada@example.org', { values: ['Ada Lovelace', null] }),
    person('bob@example.org', { values: [null, 'Hello BOB'] }),
    person('cy@example.org', { values: ['Cy', null] }),
    person('new@example.org', { values: ['New', null] }),
  ]
  expect(await check({}, others)).toEqual([['subject', ['bob@example.org']]])
  const draftId = await again(mailroom, sendId)
  const part = await addFile(mailroom, draftId, { name: 'terms.pdf', kind: 'attachment' })
  await mailroom.ask('drafts.save', { id: draftId, content: { parts: [part] } })
  expect(counted(await repeatsOf(mailroom, draftId))).toEqual([{ kind: 'subject', state: 'sent', sendId, count: 3 }])
})

test('only messages that were, may have been or will be sent count, and a removed send does not', async () => {
  const mailroom = await openAccount(withoutHistory)
  const rows = [person('ada@example.org', { values: ['Ada'] })]
  const sendId = await newDraft(mailroom, { rows })
  await mailroom.ask('sends.start', { draftId: sendId, at: null, undoSeconds: 120 })
  const draftId = await newDraft(mailroom, { rows })
  const open = await repeatsOf(mailroom, draftId)
  expect(counted(open)).toEqual([{ kind: 'message', state: 'open', sendId, count: 1 }])
  await mailroom.ask('sends.cancel', { id: sendId })
  expect(await repeatsOf(mailroom, draftId)).toEqual([])
  mailroom.service.faults.set([{ kind: 'status', path: '/messages/send', status: 409 }])
  await mailroom.ask('sends.start', { draftId: sendId, ...now })
  await eventually(async () => {
    const { summary } = await mailroom.ask('sends.get', { id: sendId })
    expect(summary).toMatchObject({ refused: 1 })
    expect(['sent', 'failed']).toContain(summary.state)
  })
  mailroom.service.faults.clear()
  expect(await repeatsOf(mailroom, draftId)).toEqual([])
  const gone = await sent(mailroom, { rows })
  expect(await repeatsOf(mailroom, draftId)).toHaveLength(1)
  await mailroom.ask('sends.remove', { id: gone })
  expect(await repeatsOf(mailroom, draftId)).toEqual([])
})

test('an erased person is no longer found in any send', async () => {
  const mailroom = await openAccount()
  const rows = [person('ada@example.org', { values: ['Ada'] }), person('eve@example.org', { values: ['Eve'] })]
  await sent(mailroom, { rows })
  const { accountId, ask } = mailroom
  await ask('recipients.erase', { accountId, email: 'ada@example.org' })
  const draftId = await newDraft(mailroom, { rows })
  expect((await repeatsOf(mailroom, draftId)).map(({ addresses }) => addresses)).toEqual([['eve@example.org']])
})

test('a hundred thousand recipients of a send that waits are all found', async () => {
  const mailroom = await openAccount(withoutHistory)
  const { ask, accountId } = mailroom
  const sendId = await newDraft(mailroom, { rows: many(100_000) })
  const { id: draftId } = await ask('drafts.create', { accountId, start: { from: 'draft', id: sendId } })
  await ask('sends.start', { draftId: sendId, at: null, undoSeconds: 120 })
  // After a restart, the send is not in memory.
  await mailroom.restart()
  const groups = await repeatsOf(mailroom, draftId)
  expect(counted(groups)).toEqual([{ kind: 'message', state: 'open', sendId, count: 100_000 }])
})

test('the archive is searched for the subject that each recipient would see', async () => {
  const mailroom = await openAccount()
  const { accountId, ask } = mailroom
  const record = async (to: string[], subject: string) => {
    const id = crypto.randomUUID()
    const sentAt = Date.now()
    const message = { to, from: 'hello@shop.example', subject, text: 'Hello' }
    await ask('sends.test', { accountId, id, message })
    await eventually(async () => {
      expect(await ask('sends.findTest', { accountId, sendId: id, sentAt })).toHaveLength(to.length)
    })
  }
  await record(['ada@example.org', 'eve@example.org'], 'Hello ADA')
  await record(['boss@example.org'], 'Sale')
  const rows = [
    person('Ada@example.org', { values: ['Ada'] }),
    person('eve@example.org', { values: ['Eve'] }),
    person('new@example.org', { values: ['Ada'] }),
  ]
  const found = async (content: Parameters<typeof newDraft>[1]['content']) => {
    const draftId = await newDraft(mailroom, { content: content ?? {}, rows })
    return (await repeatsOf(mailroom, draftId)).map(({ kind, sendId, addresses }) => [kind, sendId, addresses.sort()])
  }
  expect(await found({})).toEqual([['subject', null, ['ada@example.org']]])
  expect(await found({ subject: 'Hello Ada' })).toEqual([['subject', null, ['ada@example.org', 'eve@example.org']]])
  expect(await found({ subject: 'Sale', cc: [{ address: 'Boss@example.org', name: '' }] })).toEqual([
    ['subject', null, ['boss@example.org']],
  ])
  expect(await found({ subject: 'Hello {{name}}!' })).toEqual([])
})
