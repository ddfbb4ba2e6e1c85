import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import type { DraftContent, Person } from '#shared/contract/base/draft.ts'
import type { SendSummary } from '#shared/contract/base/sends.ts'
import { eventually } from '#test/support/eventually.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { openAccount, openAppAtSandbox, type OpenApp } from '#test/support/open-app.ts'

type Mailroom = OpenApp<Sandbox>

const person = (address: string, change: Partial<Person> = {}): Person => ({
  address,
  name: '',
  values: [],
  parts: [],
  ...change,
})

const letter: Partial<DraftContent> = {
  from: { address: 'hello@shop.example', name: 'Shop' },
  subject: 'Hello {{name}}',
  html: '<p>Hi {{name}}</p>',
  text: 'Hi {{name}}',
  textMode: 'written',
}

async function newDraft(
  { ask, accountId }: Mailroom,
  { content = {}, columns = ['name'], rows }: { content?: Partial<DraftContent>; columns?: string[]; rows: Person[] },
): Promise<string> {
  const { id } = await ask('compose.createDraft', { accountId, start: { from: 'blank' } })
  await ask('compose.saveDraft', { id, content: { ...letter, ...content }, people: { columns, rows } })
  return id
}

const many = (count: number): Person[] =>
  Array.from({ length: count }, (_, index) => person(`reader${index}@example.org`, { values: [`Reader ${index}`] }))

const now = { at: null, undoSeconds: 0 }

async function summaryOf({ ask }: Mailroom, id: string): Promise<SendSummary> {
  return (await ask('compose.sendDetail', { id })).summary
}

/** When the send is in this state. */
function inState(mailroom: Mailroom, id: string, state: SendSummary['state']): Promise<SendSummary> {
  return eventually(async () => {
    const summary = await summaryOf(mailroom, id)
    expect(summary).toMatchObject({ state })
    return summary
  })
}

const outbox = ({ service }: Mailroom) => service.control.outbox(500)

test('a draft is sent to each recipient with their own values', async () => {
  const mailroom = await openAccount()
  const rows = [
    person('ada@example.org', { name: 'Ada', values: ['Ada', 'Only for Ada', 'gold'] }),
    person('eve@example.org', { values: ['Eve', null, null] }),
  ]
  const content = {
    preheader: 'Inside: {{name}}',
    tags: ['news'],
    meta: [{ name: 'order', type: 'number' as const, value: '7' }],
    headers: [{ name: 'X-Order', value: 'A7' }],
  }
  const id = await newDraft(mailroom, { content, columns: ['name', 'subject', 'meta.level'], rows })
  const events: SendSummary[] = []
  onTestFinished(
    mailroom.app.subscribe((event) => {
      if (event.name === 'compose.sendChanged') events.push(event.payload)
    }),
  )
  const summary = await mailroom.ask('compose.send', { draftId: id, ...now })
  expect(summary).toMatchObject({ id, recipients: 2, to: ['ada@example.org', 'eve@example.org'], isScheduled: false })
  expect(await inState(mailroom, id, 'sent')).toMatchObject({ sent: 2, refused: 0, unknown: 0, note: '' })
  await eventually(() => expect(events.at(-1)).toMatchObject({ state: 'sent', sent: 2 }))
  const mails = new Map(outbox(mailroom).map((entry) => [entry.email, entry]))
  expect(mails.get('ada@example.org')?.subject).toBe('Only for Ada')
  expect(mails.get('eve@example.org')?.subject).toBe('Hello Eve')
  const mail = await mailroom.service.control.message(mails.get('ada@example.org')!.id)
  expect(mail).toMatchObject({ text: 'Hi Ada\n', html: expect.stringContaining('<p>Hi Ada</p>') as string })
  expect(mail!.html).toContain('Inside: Ada')
  expect(mail!.headers).toContainEqual({ name: 'X-Order', value: 'A7' })
  const { summary: _summary, batches } = await mailroom.ask('compose.sendDetail', { id })
  const records = await mailroom.ask('compose.findTest', {
    accountId: mailroom.accountId,
    sendId: batches[0]!.id,
    sentAt: summary.createdAt,
  })
  expect(records).toHaveLength(2)
  const { recipients, total } = await mailroom.ask('compose.sendRecipients', { id, offset: 0, limit: 10 })
  expect(total).toBe(2)
  expect(recipients).toMatchObject([
    { index: 0, address: 'ada@example.org', name: 'Ada', batch: 'sent', state: expect.any(String) as string },
    { index: 1, address: 'eve@example.org', batch: 'sent' },
  ])
  const counts = await mailroom.ask('compose.sendCounts', { id })
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(2)
  expect(counts).not.toHaveProperty('none')
  // The detail of a message shows what this person got.
  const { row } = recipients[0]!
  const { message, sent } = await mailroom.ask('messages.get', { accountId: mailroom.accountId, row: row! })
  expect(message).toMatchObject({ tags: ['news'], meta: { level: 'gold', order: 7 } })
  expect(sent).toMatchObject({ text: 'Hi Ada', html: expect.stringContaining('<p>Hi Ada</p>') as string })
})

test('many recipients leave in batches of 500, and an address that stands twice gets two mails', async () => {
  const mailroom = await openAccount()
  const rows = [...many(1200), person('READER1@example.org', { values: ['Again'] })]
  const id = await newDraft(mailroom, { rows })
  await mailroom.ask('compose.send', { draftId: id, ...now })
  await inState(mailroom, id, 'sent')
  const { batches } = await mailroom.ask('compose.sendDetail', { id })
  expect(batches.map(({ first, recipients, state }) => [first, recipients, state])).toEqual([
    [0, 500, 'sent'],
    [500, 500, 'sent'],
    [1000, 201, 'sent'],
  ])
  expect(new Set(batches.map((batch) => batch.id)).size).toBe(3)
  const mails = mailroom.service.control.outbox(2000)
  expect(mails).toHaveLength(1201)
  expect(mails.map(({ subject }) => subject)).toContain('Hello Again')
})

test('files go with the message, and a recipient’s own file only to them', async () => {
  const mailroom = await openAccount()
  const { ask, accountId, app } = mailroom
  const { id } = await ask('compose.createDraft', { accountId, start: { from: 'blank' } })
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const add = async (name: string, bytes: Buffer, kind: 'attachment' | 'image' | 'row') => {
    const path = join(mailroom.folder, name)
    await writeFile(path, bytes)
    const { token } = await app.files.register(path)
    const { parts } = await ask('compose.addFiles', { id, tokens: [token], kind })
    return parts[0]!
  }
  const parts = [
    await add('terms & more.txt', Buffer.from('All of them.'), 'attachment'),
    await add('logo.png', png, 'image'),
    await add('ada.txt', Buffer.from('For Ada alone.'), 'row'),
  ]
  const [, image, own] = parts as [(typeof parts)[0], (typeof parts)[0], (typeof parts)[0]]
  const content = { ...letter, html: `<img src="cid:${image.contentId}" alt="">`, parts }
  const rows = [
    person('ada@example.org', { values: ['Ada'], parts: [own.id] }),
    person('eve@example.org', { values: ['Eve'] }),
  ]
  await ask('compose.saveDraft', { id, content, people: { columns: ['name'], rows } })
  await ask('compose.send', { draftId: id, ...now })
  await inState(mailroom, id, 'sent')
  const filesOf = async (email: string) => {
    const entry = outbox(mailroom).find((mail) => mail.email === email)!
    const mail = await mailroom.service.control.message(entry.id)
    return Promise.all(
      mail!.attachments.map(async ({ filename, contentId, index }) => {
        const file = await mailroom.service.control.attachment(entry.id, index)
        return { filename, contentId, bytes: Buffer.from(file!.bytes) }
      }),
    )
  }
  const ada = await filesOf('ada@example.org')
  expect(ada.find(({ filename }) => filename === 'terms & more.txt')?.bytes.toString()).toBe('All of them.')
  expect(ada.find(({ contentId }) => contentId === image.contentId)?.bytes.equals(png)).toBe(true)
  expect(ada.find(({ filename }) => filename === 'ada.txt')?.bytes.toString()).toBe('For Ada alone.')
  expect((await filesOf('eve@example.org')).map(({ filename }) => filename)).not.toContain('ada.txt')
})

test('a file that was changed since it was added keeps the message here, and it becomes a draft again', async () => {
  const mailroom = await openAccount()
  const { ask, accountId, app } = mailroom
  const { id } = await ask('compose.createDraft', { accountId, start: { from: 'blank' } })
  const path = join(mailroom.folder, 'a.txt')
  await writeFile(path, 'first')
  const { token } = await app.files.register(path)
  const { parts } = await ask('compose.addFiles', { id, tokens: [token], kind: 'attachment' })
  await ask('compose.saveDraft', { id, content: { ...letter, parts }, people: { columns: [], rows: many(2) } })
  const copy = join(mailroom.folder, 'compose', 'drafts', id, 'files', parts[0]!.id)
  await writeFile(copy, 'second')
  await expect(ask('compose.send', { draftId: id, ...now })).rejects.toThrow('“a.txt” is not as it was added')
  // The same length: only its bytes tell.
  await writeFile(copy, 'other')
  await ask('compose.send', { draftId: id, ...now })
  expect((await inState(mailroom, id, 'paused')).note).toContain('“a.txt” is not as it was added')
  expect(outbox(mailroom)).toEqual([])
  expect(await ask('compose.cancelSend', { id })).toEqual({ draftId: id })
  expect((await ask('compose.draft', { id })).content.subject).toBe(letter.subject)
})

test('a send that is taken back in time is the same draft again, files and all', async () => {
  const mailroom = await openAccount()
  const { ask, accountId } = mailroom
  const id = await newDraft(mailroom, { rows: many(3) })
  const before = await ask('compose.draft', { id })
  await ask('compose.send', { draftId: id, at: null, undoSeconds: 60 })
  expect(await ask('compose.drafts', { accountId })).toEqual([])
  await expect(ask('compose.saveDraft', { id, content: { subject: 'Late' } })).rejects.toMatchObject({
    code: 'not-found',
  })
  expect(await ask('compose.cancelSend', { id })).toEqual({ draftId: id })
  expect(await ask('compose.draft', { id })).toEqual(before)
  expect(await ask('compose.sends', { accountId })).toEqual([])
  await mailroom.restart()
  expect(await mailroom.ask('compose.draft', { id })).toEqual(before)
  expect(outbox(mailroom)).toEqual([])
})

test('what the service refuses keeps its sentence, and the other batches go on', async () => {
  const mailroom = await openAccount()
  mailroom.service.faults.set([{ kind: 'status', path: '/messages/send', status: 400, times: 1 }])
  const id = await newDraft(mailroom, { rows: many(1500) })
  await mailroom.ask('compose.send', { draftId: id, ...now })
  const summary = await inState(mailroom, id, 'sent')
  expect(summary).toMatchObject({ sent: 1000, refused: 500, note: expect.stringContaining('did not accept') as string })
  const counts = await mailroom.ask('compose.sendCounts', { id })
  expect(counts).toEqual({ none: 1500 })
})

test('a send whose every batch is refused has failed', async () => {
  const mailroom = await openAccount()
  mailroom.service.faults.set([{ kind: 'status', path: '/messages/send', status: 422 }])
  const id = await newDraft(mailroom, { rows: many(2) })
  await mailroom.ask('compose.send', { draftId: id, ...now })
  expect(await inState(mailroom, id, 'failed')).toMatchObject({ sent: 0, refused: 2 })
  const draft = await mailroom.ask('compose.createDraft', {
    accountId: mailroom.accountId,
    start: { from: 'send', id, again: true },
  })
  expect(draft.people.rows).toHaveLength(2)
  await mailroom.ask('compose.removeSend', { id })
  expect(await mailroom.ask('compose.sends', { accountId: mailroom.accountId })).toEqual([])
})

test.each([401, 403, 503])('a status of %i pauses the rest, and a resume sends it', async (status) => {
  const mailroom = await openAccount()
  mailroom.service.faults.set([{ kind: 'status', path: '/messages/send', status }])
  const id = await newDraft(mailroom, { rows: many(3000) })
  await mailroom.ask('compose.send', { draftId: id, ...now })
  expect(await inState(mailroom, id, 'paused')).toMatchObject({ sent: 0, refused: 0, unknown: 0 })
  mailroom.service.faults.clear()
  await mailroom.ask('compose.resumeSend', { id })
  expect(await inState(mailroom, id, 'sent')).toMatchObject({ sent: 3000 })
  expect(mailroom.service.control.outbox(5000)).toHaveLength(3000)
})

test('a batch whose answer was lost is unknown, is found by its mark, and is not sent again', async () => {
  const mailroom = await openAccount()
  mailroom.service.faults.set([{ kind: 'cut', path: '/messages/send', times: 1 }])
  const id = await newDraft(mailroom, { rows: many(700) })
  await mailroom.ask('compose.send', { draftId: id, ...now })
  const summary = await inState(mailroom, id, 'sent')
  expect(summary.unknown).toBeGreaterThan(0)
  const { batches } = await mailroom.ask('compose.sendDetail', { id })
  const lost = batches.find(({ state }) => state === 'unknown')!
  const outcome = await mailroom.ask('outcomes.check', { id: lost.id })
  expect(outcome.state).toBe('happened')
  expect(await inState(mailroom, id, 'sent')).toMatchObject({ sent: 700, unknown: 0 })
  expect(mailroom.service.control.outbox(5000)).toHaveLength(700)
})

test('a time that passed while Mailroom was closed waits for the user', async () => {
  const clock = new ManualClock(Date.UTC(2026, 5, 1, 9))
  const mailroom = await openAppAtSandbox({}, () => ({ clock }))
  await mailroom.addAccount({}, 'keychain')
  const { accountId } = mailroom
  const id = await newDraft(mailroom, { rows: many(2) })
  const later = clock.now() + 3_600_000
  await mailroom.ask('compose.send', { draftId: id, at: later, undoSeconds: 10 })
  await mailroom.close()
  clock.advance(7_200_000)
  await mailroom.start()
  const [missed] = await mailroom.ask('compose.sends', { accountId })
  expect(missed).toMatchObject({ id, state: 'paused', note: expect.stringContaining('not running') as string })
  expect(outbox(mailroom)).toEqual([])
  await expect(mailroom.ask('compose.moveSend', { id, at: later })).rejects.toMatchObject({ code: 'time-passed' })
  const moved = await mailroom.ask('compose.moveSend', { id, at: clock.now() + 100_000_000 })
  expect(moved).toMatchObject({ state: 'waiting', isScheduled: true })
  await mailroom.restart()
  // Longer than a timer of the system can be.
  clock.advance(99_000_000)
  expect(await summaryOf(mailroom, id)).toMatchObject({ state: 'waiting' })
  clock.advance(1_000_000)
  await inState(mailroom, id, 'sent')
  expect(outbox(mailroom)).toHaveLength(2)
})

test.each([
  ['no recipients', {}, [], 'no recipients'],
  ['a bad address', {}, [person('nobody')], '1 recipient without an email address: “nobody”'],
  ['a bad sender', { from: { address: 'x', name: '' } }, many(1), 'The sender is not an email address'],
  ['cc that the account lacks', { cc: [{ address: 'c@example.org', name: '' }] }, many(1), 'does not send cc and bcc'],
])('%s is refused before anything leaves, and the draft stays', async (_what, content, rows, sentence) => {
  const mailroom = await openAccount()
  const id = await newDraft(mailroom, { content, rows })
  await expect(mailroom.ask('compose.send', { draftId: id, ...now })).rejects.toThrow(sentence)
  expect(await mailroom.ask('compose.draft', { id })).toMatchObject({ id })
})

test.each([
  [{ readOnly: true }, 'read-only'],
  [{ recipientAllowList: ['@friends.example'] }, 'may not write to'],
])('an account with %o refuses the whole send', async (profile, sentence) => {
  const mailroom = await openAccount(profile)
  const id = await newDraft(mailroom, { rows: many(2) })
  await expect(mailroom.ask('compose.send', { draftId: id, ...now })).rejects.toThrow(sentence)
  expect(outbox(mailroom)).toEqual([])
})

test('a person who is erased is in no send any more, and a waiting one leaves them out', async () => {
  const mailroom = await openAccount()
  const { ask, accountId } = mailroom
  const rows = [person('Ada@example.org', { values: ['Ada Lovelace'] }), person('eve@example.org', { values: ['Eve'] })]
  const id = await newDraft(mailroom, { rows })
  await ask('compose.send', { draftId: id, at: null, undoSeconds: 100 })
  await ask('recipients.erase', { accountId, email: 'ada@example.org' })
  await ask('compose.moveSend', { id, at: null })
  expect(await inState(mailroom, id, 'sent')).toMatchObject({ to: ['eve@example.org'] })
  expect(outbox(mailroom).map(({ email }) => email)).toEqual(['eve@example.org'])
  const { recipients } = await ask('compose.sendRecipients', { id, offset: 0, limit: 10 })
  expect(JSON.stringify(recipients)).not.toMatch(/ada|lovelace/i)
  const again = await ask('compose.createDraft', { accountId, start: { from: 'send', id, again: true } })
  expect(again.people.rows.map(({ address }) => address)).toEqual(['eve@example.org'])
})

test('a cancel in the middle sends what had left, and no more', async () => {
  const mailroom = await openAccount()
  mailroom.service.faults.set([{ kind: 'delay', path: '/messages/send', delayMs: 300 }])
  const id = await newDraft(mailroom, { rows: many(5000) })
  await mailroom.ask('compose.send', { draftId: id, ...now })
  await eventually(async () => expect((await summaryOf(mailroom, id)).sent).toBeGreaterThan(0))
  expect(await mailroom.ask('compose.cancelSend', { id })).toEqual({ draftId: null })
  await eventually(async () => {
    const { batches } = await mailroom.ask('compose.sendDetail', { id })
    expect(batches.filter(({ state }) => state === 'sending')).toEqual([])
  })
  const { summary, batches } = await mailroom.ask('compose.sendDetail', { id })
  expect(summary.state).toBe('stopped')
  expect(batches.some(({ state }) => state === 'waiting')).toBe(true)
  expect(mailroom.service.control.outbox(9000)).toHaveLength(summary.sent)
})

test('a pause stops after the batches under way, and a resume sends the rest once', async () => {
  const mailroom = await openAccount()
  mailroom.service.faults.set([{ kind: 'delay', path: '/messages/send', delayMs: 200 }])
  const id = await newDraft(mailroom, { rows: many(4000) })
  await mailroom.ask('compose.send', { draftId: id, ...now })
  await eventually(async () => expect((await summaryOf(mailroom, id)).sent).toBeGreaterThan(0))
  await mailroom.ask('compose.pauseSend', { id })
  expect(await summaryOf(mailroom, id)).toMatchObject({ state: 'paused' })
  await mailroom.ask('compose.resumeSend', { id })
  mailroom.service.faults.clear()
  expect(await inState(mailroom, id, 'sent')).toMatchObject({ sent: 4000 })
  expect(mailroom.service.control.outbox(9000)).toHaveLength(4000)
})
