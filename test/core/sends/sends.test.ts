import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { SendSummary } from '#shared/contract/base/sends.ts'
import { watchFiles } from '#test/core/support/failing-files.ts'
import { eventually } from '#test/support/eventually.ts'
import { openAccount } from '#test/support/open-app.ts'
import {
  addFile,
  dropped,
  pixel,
  inState,
  letter,
  many,
  newDraft,
  now,
  outbox,
  person,
  summaryOf,
} from './support/sending.ts'

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
      if (event.name === 'sends.changed') events.push(event.payload)
    }),
  )
  const summary = await mailroom.ask('sends.start', { draftId: id, ...now })
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
  const { summary: _summary, batches } = await mailroom.ask('sends.get', { id })
  const records = await mailroom.ask('sends.findTest', {
    accountId: mailroom.accountId,
    sendId: batches[0]!.id,
    sentAt: summary.createdAt,
  })
  expect(records).toHaveLength(2)
  const { recipients, total } = await mailroom.ask('sends.recipients', { id, offset: 0, limit: 10 })
  expect(total).toBe(2)
  expect(recipients).toMatchObject([
    { index: 0, address: 'ada@example.org', name: 'Ada', batch: 'sent', state: expect.any(String) as string },
    { index: 1, address: 'eve@example.org', batch: 'sent' },
  ])
  const counts = await mailroom.ask('sends.counts', { id })
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(2)
  expect(counts).not.toHaveProperty('call:sent')
  // The detail of a message shows this recipient’s content.
  const { messageId, address } = recipients[0]!
  const name = { accountId: mailroom.accountId, id: messageId!, email: address }
  const { message, sent } = await mailroom.ask('messages.get', name)
  expect(message).toMatchObject({ tags: ['news'], meta: { level: 'gold', order: 7 } })
  expect(sent).toMatchObject({ text: 'Hi Ada', html: expect.stringContaining('<p>Hi Ada</p>') as string })
})

test('metadata arrives even if its names are properties of every object', async () => {
  const mailroom = await openAccount()
  const content = { meta: [{ name: '__proto__', type: 'text' as const, value: 'all' }] }
  const rows = [
    person('ada@example.org', { values: ['Ada', 'own', 'C'] }),
    person('eve@example.org', { values: ['Eve', null, null] }),
  ]
  const columns = ['name', 'meta.__proto__', 'meta.constructor']
  const id = await newDraft(mailroom, { content, columns, rows })
  await mailroom.ask('sends.start', { draftId: id, ...now })
  expect(await inState(mailroom, id, 'sent')).toMatchObject({ sent: 2 })
  const { accountId } = mailroom
  const { batches, summary } = await mailroom.ask('sends.get', { id })
  await mailroom.ask('sends.findTest', { accountId, sendId: batches[0]!.id, sentAt: summary.createdAt })
  const { recipients } = await mailroom.ask('sends.recipients', { id, offset: 0, limit: 10 })
  const found: unknown[] = []
  for (const { messageId, address } of recipients) {
    const { message } = await mailroom.ask('messages.get', { accountId, id: messageId!, email: address })
    found.push([address, Object.entries(message.meta ?? {}).filter(([name]) => name !== 'mailroom_send')])
  }
  expect(found).toEqual([
    [
      'ada@example.org',
      [
        ['__proto__', 'own'],
        ['constructor', 'C'],
      ],
    ],
    ['eve@example.org', [['__proto__', 'all']]],
  ])
})

test('many recipients are sent in batches of 500, and an address that is listed twice gets two mails', async () => {
  const mailroom = await openAccount()
  const rows = [...many(1200), person('READER1@example.org', { values: ['Again'] })]
  const id = await newDraft(mailroom, { rows })
  await mailroom.ask('sends.start', { draftId: id, ...now })
  await inState(mailroom, id, 'sent')
  const { batches } = await mailroom.ask('sends.get', { id })
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

test('files are sent with the message, and a recipient’s own file only to them', async () => {
  const mailroom = await openAccount()
  const { ask, accountId } = mailroom
  const { id } = await ask('drafts.create', { accountId, start: { from: 'blank' } })
  const parts = [
    await addFile(mailroom, id, { name: 'terms & more.txt', kind: 'attachment', bytes: 'All of them.' }),
    await addFile(mailroom, id, { name: 'logo.png', kind: 'image' }),
    await addFile(mailroom, id, { name: 'ada.txt', kind: 'row', bytes: 'For Ada alone.' }),
  ]
  const [, image, own] = parts as [(typeof parts)[0], (typeof parts)[0], (typeof parts)[0]]
  const content = { ...letter, html: `<img src="cid:${image.contentId}" alt="">`, parts }
  const rows = [
    person('ada@example.org', { values: ['Ada'], parts: [own.id] }),
    person('eve@example.org', { values: ['Eve'] }),
  ]
  await ask('drafts.save', { id, content, people: { columns: ['name'], at: 0, remove: rows.length, rows } })
  await ask('sends.start', { draftId: id, ...now })
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
  expect(ada.find(({ contentId }) => contentId === image.contentId)?.bytes.equals(pixel)).toBe(true)
  expect(ada.find(({ filename }) => filename === 'ada.txt')?.bytes.toString()).toBe('For Ada alone.')
  expect((await filesOf('eve@example.org')).map(({ filename }) => filename)).not.toContain('ada.txt')
})

test('a send that is undone in time becomes the same draft again, including files', async () => {
  const mailroom = await openAccount()
  const { ask, accountId } = mailroom
  const id = await newDraft(mailroom, { rows: many(3) })
  const before = await ask('drafts.get', { id })
  await ask('sends.start', { draftId: id, at: null, undoSeconds: 60 })
  expect(await ask('drafts.list', { accountId })).toEqual([])
  await expect(ask('drafts.save', { id, content: { subject: 'Late' } })).rejects.toMatchObject({
    code: 'not-found',
  })
  expect(await ask('sends.cancel', { id })).toEqual({ draftId: id, hasLeft: false })
  expect(await ask('drafts.get', { id })).toEqual(before)
  expect(await ask('sends.list', { accountId })).toEqual([])
  await mailroom.restart()
  expect(await mailroom.ask('drafts.get', { id })).toEqual(before)
  expect(outbox(mailroom)).toEqual([])
})

test('a draft that two windows send at the same moment is sent once, and can be undone', async () => {
  const mailroom = await openAccount()
  const { ask } = mailroom
  const id = await newDraft(mailroom, { rows: many(3) })
  const starts = [1, 2].map(() => ask('sends.start', { draftId: id, at: null, undoSeconds: 60 }))
  expect((await Promise.allSettled(starts)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  await expect(starts[1]).rejects.toMatchObject({ code: 'not-found' })
  expect(await ask('sends.cancel', { id })).toEqual({ draftId: id, hasLeft: false })
  expect(await ask('drafts.get', { id })).toMatchObject({ recipients: 3 })
})

test('a draft that is removed while it is being sent stays a send, and can be undone', async () => {
  const mailroom = await openAccount()
  const { ask } = mailroom
  const id = await newDraft(mailroom, { rows: many(3) })
  let removal: Promise<void> | null = null
  const stopWatching = watchFiles(({ path }) => {
    if (path.includes('batches.jsonl')) removal ??= ask('drafts.remove', { id })
    return null
  })
  onTestFinished(stopWatching)
  await ask('sends.start', { draftId: id, at: null, undoSeconds: 60 })
  await expect(removal).rejects.toMatchObject({ code: 'not-found' })
  expect(await ask('sends.cancel', { id })).toEqual({ draftId: id, hasLeft: false })
  expect(await ask('drafts.get', { id })).toMatchObject({ recipients: 3 })
})

test('files that are added while the draft is being sent do not come between the send and its undo', async () => {
  const mailroom = await openAccount()
  const { ask } = mailroom
  const id = await newDraft(mailroom, { rows: many(3) })
  const names = Array.from({ length: 20 }, (_none, index) => `${index}.txt`)
  const tokens = await Promise.all(names.map((name) => dropped(mailroom, name, 'text')))
  let sending: Promise<unknown> | null = null
  const stopWatching = watchFiles(({ path }) => {
    if (path.includes(join(id, 'files'))) sending ??= ask('sends.start', { draftId: id, at: null, undoSeconds: 60 })
    return null
  })
  onTestFinished(stopWatching)
  const { problems } = await ask('drafts.addFiles', { id, tokens, kind: 'attachment' })
  await sending
  expect(await ask('sends.cancel', { id })).toEqual({ draftId: id, hasLeft: false })
  expect(problems.at(-1)?.problem).toBe('This draft no longer exists. It was sent or removed.')
})

test.each([
  ['no recipients', {}, [], 'no recipients'],
  ['a bad address', {}, [person('nobody')], '1 recipient without an email address: “nobody”'],
  ['a bad sender', { from: { address: 'x', name: '' } }, many(1), 'The sender is not an email address'],
  ['cc that the account lacks', { cc: [{ address: 'c@example.org', name: '' }] }, many(1), 'doesn’t allow Cc and Bcc'],
])('%s is refused before anything is sent, and the draft is kept', async (_what, content, rows, sentence) => {
  const mailroom = await openAccount()
  const id = await newDraft(mailroom, { content, rows })
  await expect(mailroom.ask('sends.start', { draftId: id, ...now })).rejects.toThrow(sentence)
  expect(await mailroom.ask('drafts.get', { id })).toMatchObject({ id })
})

test('an erased person is in no send, and a waiting send leaves them out', async () => {
  const mailroom = await openAccount()
  const { ask, accountId } = mailroom
  const rows = [person('Ada@example.org', { values: ['Ada Lovelace'] }), person('eve@example.org', { values: ['Eve'] })]
  const id = await newDraft(mailroom, { rows })
  await ask('sends.start', { draftId: id, at: null, undoSeconds: 100 })
  await ask('recipients.erase', { accountId, email: 'ada@example.org' })
  await ask('sends.move', { id, at: null })
  expect(await inState(mailroom, id, 'sent')).toMatchObject({ to: ['eve@example.org'] })
  expect(outbox(mailroom).map(({ email }) => email)).toEqual(['eve@example.org'])
  const { recipients } = await ask('sends.recipients', { id, offset: 0, limit: 10 })
  expect(JSON.stringify(recipients)).not.toMatch(/ada|lovelace/i)
  const again = await ask('sends.makeDraft', { id, again: true })
  expect(again.people.rows.map(({ address }) => address)).toEqual(['eve@example.org'])
})

test('cancelling a running send keeps the sent messages and sends no more', async () => {
  const mailroom = await openAccount()
  mailroom.service.faults.set([{ kind: 'delay', path: '/messages/send', delayMs: 300 }])
  const id = await newDraft(mailroom, { rows: many(8000) })
  await mailroom.ask('sends.start', { draftId: id, ...now })
  await eventually(async () => expect((await summaryOf(mailroom, id)).sent).toBeGreaterThan(0))
  expect(await mailroom.ask('sends.cancel', { id })).toEqual({ draftId: null, hasLeft: true })
  await eventually(async () => {
    const { batches } = await mailroom.ask('sends.get', { id })
    expect(batches.filter(({ state }) => state === 'sending')).toEqual([])
  })
  const { summary, batches } = await mailroom.ask('sends.get', { id })
  expect(summary.state).toBe('stopped')
  expect(batches.some(({ state }) => state === 'waiting')).toBe(true)
  expect(mailroom.service.control.outbox(9000)).toHaveLength(summary.sent)
})

test('a pause stops after the batches in progress, and a resume sends the rest once', async () => {
  const mailroom = await openAccount()
  mailroom.service.faults.set([{ kind: 'delay', path: '/messages/send', delayMs: 200 }])
  const id = await newDraft(mailroom, { rows: many(6000) })
  await mailroom.ask('sends.start', { draftId: id, ...now })
  await eventually(async () => expect((await summaryOf(mailroom, id)).sent).toBeGreaterThan(0))
  await mailroom.ask('sends.pause', { id })
  expect(await summaryOf(mailroom, id)).toMatchObject({ state: 'paused' })
  await mailroom.ask('sends.resume', { id })
  mailroom.service.faults.clear()
  expect(await inState(mailroom, id, 'sent')).toMatchObject({ sent: 6000 })
  expect(mailroom.service.control.outbox(9000)).toHaveLength(6000)
})
