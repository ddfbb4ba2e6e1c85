import { open } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { ZipReader } from '#formats/zip/zip-reader.ts'
import { eventually } from '#test/support/eventually.ts'
import { openAccount } from '#test/support/open-app.ts'
import { ended } from './support/jobs.ts'
import { addFile, many, newDraft, outbox, person } from './support/sending.ts'

async function unpacked(path: string): Promise<{ name: string; bytes: Buffer }[]> {
  await using file = await open(path)
  const zip = await ZipReader.open(file, (await file.stat()).size)
  const entries: { name: string; bytes: Buffer }[] = []
  for (const entry of zip.entries.values()) entries.push({ name: entry.name, bytes: await buffer(zip.content(entry)) })
  return entries
}

test('a test message is sent to several addresses as the chosen recipient sees it, without copies', async () => {
  const mailroom = await openAccount({ ccAndBcc: true })
  const { ask, accountId } = mailroom
  const rows = [person('ada@example.org', { values: ['Ada'] }), person('eve@example.org', { values: ['Eve'] })]
  const content = { cc: [{ address: 'boss@example.org', name: '' }] }
  const draftId = await newDraft(mailroom, { content, rows })
  const id = crypto.randomUUID()
  const to = ['me@example.org', 'you@example.org']
  expect(await ask('sends.testDraft', { id, draftId, to, as: 1 })).toEqual({ sendId: id })
  expect(outbox(mailroom).map(({ email, subject }) => [email, subject])).toEqual([
    ['you@example.org', 'Hello Eve'],
    ['me@example.org', 'Hello Eve'],
  ])
  await expect(ask('sends.testDraft', { id, draftId, to, as: 7 })).rejects.toMatchObject({ code: 'not-found' })
  await ask('sends.testDraft', { id: crypto.randomUUID(), draftId, to: ['raw@example.org'], as: null })
  expect(outbox(mailroom)[0]).toMatchObject({ email: 'raw@example.org', subject: 'Hello {{name}}' })
  expect(await ask('drafts.get', { id: draftId })).toMatchObject({ accountId })
})

test('a dry run writes the mail for every recipient, and sends nothing', async () => {
  const mailroom = await openAccount()
  const rows = [
    person('ada@example.org', { name: 'Ada Ünal', values: ['Ada <3'] }),
    person('"../../../odd name"@example.org', { values: [null] }),
  ]
  const content = {
    html: '<p>Hi {{name}} <img src="cid:logo.png" alt=""></p>',
    options: { unsubscribe: 'https://shop.example/u', oneClick: true },
  }
  const draftId = await newDraft(mailroom, { rows })
  const parts = [
    await addFile(mailroom, draftId, { name: 'logo.png', kind: 'image' }),
    await addFile(mailroom, draftId, { name: 'terms.txt', kind: 'attachment', bytes: 'All of them.' }),
  ]
  const { content: saved } = await mailroom.ask('drafts.get', { id: draftId })
  const options = { ...saved.options, ...content.options }
  await mailroom.ask('drafts.save', { id: draftId, content: { ...content, parts, options } })
  const job = await ended(mailroom, await mailroom.ask('sends.dryRun', { draftId, folder: null }))
  expect(job).toMatchObject({ state: 'done', result: { text: '2 messages ready to save.' } })
  const file = mailroom.app.files.find(job.result!.fileToken!)
  expect(file.name).toBe('Hello {{name}}.zip')
  const entries = await unpacked(file.path)
  expect(entries.map(({ name }) => name)).toEqual(['1 ada@example.org.eml', '2 -..-..-..-odd name-@example.org.eml'])
  const mail = await PostalMime.parse(entries[0]!.bytes)
  expect(mail).toMatchObject({ subject: 'Hello Ada <3', from: { address: 'hello@shop.example', name: 'Shop' } })
  expect(mail.to).toEqual([{ address: 'ada@example.org', name: 'Ada Ünal' }])
  expect(mail.html).toContain('Hi Ada &lt;3')
  expect(mail.text).toContain('Hi Ada <3')
  const lines = Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]))
  expect(lines).toMatchObject({
    'list-unsubscribe': '<https://shop.example/u>',
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  })
  expect(mail.attachments.map(({ filename, contentId }) => [filename, contentId])).toEqual(
    expect.arrayContaining([
      ['logo.png', '<logo.png>'],
      ['terms.txt', undefined],
    ]),
  )
  const other = await PostalMime.parse(entries[1]!.bytes)
  expect(other.subject).toBe('Hello {{name}}')
  expect(outbox(mailroom)).toEqual([])
})

test('a dry run can be cancelled', async () => {
  const mailroom = await openAccount()
  const draftId = await newDraft(mailroom, { rows: many(20_000) })
  const job = await mailroom.ask('sends.dryRun', { draftId, folder: null })
  await mailroom.ask('jobs.cancel', { id: job.jobId })
  expect(await ended(mailroom, job)).toMatchObject({ state: 'cancelled', result: null })
})

test('a rehearsal reaches only the sandbox, and shows the mail of each recipient', async () => {
  const mailroom = await openAccount({
    ccAndBcc: true,
    keyPrefix: 'X-Other-',
    readOnly: true,
    recipientAllowList: ['@x.org'],
  })
  const { ask, accountId } = mailroom
  const rows = [...many(600), person('reader1@example.org', { values: ['Twice'] })]
  const content = { tags: ['news'], apiKey: 'some-key-id', cc: [{ address: 'boss@example.org', name: '' }] }
  const draftId = await newDraft(mailroom, { content, rows })
  expect(await ask('sends.rehearsal', { draftId })).toEqual({ jobId: null, last: null })
  const job = await ended(mailroom, await ask('sends.rehearse', { draftId }))
  expect(job).toMatchObject({ state: 'done', result: { text: '601 messages in the sandbox.' } })
  const { mails } = (await ask('sends.rehearsal', { draftId })).last!
  expect(mails.map(({ address }) => address)).toEqual(rows.map(({ address }) => address))
  const mail = await ask('sandbox.message', { id: mails[600]!.outboxId! })
  expect(mail).toMatchObject({ email: 'reader1@example.org', subject: 'Hello Twice' })
  await ask('sandbox.moveClock', { advance: 'hour' })
  await expect
    .poll(async () =>
      (await ask('sends.rehearsal', { draftId })).last!.mails.some(({ state }) => state === 'requested'),
    )
    .toBe(false)
  expect((await ask('accounts.list')).currentId).toBe(accountId)
  expect(outbox(mailroom)).toEqual([])
}, 60_000)

test('a change during a rehearsal is later than the rehearsal, which shows the recipients as they were', async () => {
  const mailroom = await openAccount()
  const { ask } = mailroom
  const rows = many(3000)
  const draftId = await newDraft(mailroom, { rows })
  const started = await ask('sends.rehearse', { draftId })
  await eventually(async () => {
    const job = (await ask('jobs.list')).find(({ id }) => id === started.jobId)
    expect(job?.note).toContain('of 3,000')
  })
  const { savedAt } = await ask('drafts.save', { id: draftId, people: { at: 0, remove: 3000, rows: [] } })
  await ended(mailroom, started)
  const { at, mails } = (await ask('sends.rehearsal', { draftId })).last!
  expect(at).toBeLessThan(savedAt)
  expect(mails.map(({ address }) => address)).toEqual(rows.map(({ address }) => address))
}, 60_000)

test('a rehearsal that is running is found, and is not started a second time', async () => {
  const mailroom = await openAccount()
  const { ask } = mailroom
  const draftId = await newDraft(mailroom, { rows: many(3) })
  const started = await ask('sends.rehearse', { draftId })
  expect(await ask('sends.rehearsal', { draftId })).toEqual({ ...started, last: null })
  expect(await ask('sends.rehearse', { draftId })).toEqual(started)
  await ended(mailroom, started)
  expect(await ask('sends.rehearsal', { draftId })).toMatchObject({ jobId: null, last: { mails: [{}, {}, {}] } })
  expect(await ask('sends.rehearse', { draftId })).not.toEqual(started)
})

test('a rehearsal refuses a person for an invalid value, as a send does, with the reason', async () => {
  const mailroom = await openAccount()
  const { ask } = mailroom
  const rows = [...many(500), ...many(8), person('not an address'), person('late@example.org')]
  const draftId = await newDraft(mailroom, { rows })
  const job = await ended(mailroom, await ask('sends.rehearse', { draftId }))
  expect(job).toMatchObject({ result: { text: '509 of 510 messages in the sandbox; 1 refused.' } })
  const { mails } = (await ask('sends.rehearsal', { draftId })).last!
  expect(mails.map(({ address }) => address)).toEqual(rows.map(({ address }) => address))
  const reason = expect.stringMatching(/^The service .+\.$/) as string
  expect(mails.filter(({ outboxId }) => outboxId === null)).toEqual([
    { address: 'not an address', outboxId: null, state: 'refused', reason },
  ])
  // The sender is invalid, so the service refuses the message for every recipient, and the rehearsal stops after a
  // few calls.
  await ask('drafts.save', { id: draftId, content: { from: { address: 'nobody', name: '' } } })
  expect(await ended(mailroom, await ask('sends.rehearse', { draftId }))).toMatchObject({
    result: { text: '0 of 510 messages in the sandbox; 510 refused.' },
  })
})

test('the request is shown as it would be sent, without a key and with large contents shortened', async () => {
  const mailroom = await openAccount()
  const { ask, service } = mailroom
  const content = { html: `<p>${'long '.repeat(10_000)}</p>`, text: "It's {{name}}", apiKey: 'a-secret-that-is-long' }
  const draftId = await newDraft(mailroom, { content, rows: many(60) })
  const parts = [await addFile(mailroom, draftId, { name: 'a.txt', kind: 'attachment', bytes: 'x'.repeat(30_000) })]
  await ask('drafts.save', { id: draftId, content: { parts } })
  const { json, curl } = await ask('sends.request', { draftId, index: 59 })
  const request = JSON.parse(json) as { to: unknown[]; msg: Record<string, unknown>; headers: Record<string, unknown> }
  expect(request.to).toHaveLength(21)
  expect(request.to.at(-1)).toBe('… (40 more)')
  expect(request.msg).toMatchObject({ attachments: [{ filename: 'a.txt', content: '(40,000 characters of base64)' }] })
  expect(json.length).toBeLessThan(40_000)
  expect(curl).toContain(`curl '${service.url}/messages/send'`)
  expect(curl).toContain(`'\\''s {{name}}`)
  for (const secret of [service.credentials.key, 'a-secret-that-is-long']) expect(json + curl).not.toContain(secret)
  await ask('drafts.save', { id: draftId, people: { columns: [], at: 0, remove: 1000, rows: [] } })
  const empty = JSON.parse((await ask('sends.request', { draftId, index: 0 })).json) as { to: unknown[] }
  expect(empty.to).toEqual([])
  await expect(ask('sends.dryRun', { draftId, folder: null })).rejects.toMatchObject({ code: 'draft-incomplete' })
})
