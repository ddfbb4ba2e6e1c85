import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '#test/support/eventually.ts'
import { archiveFileName } from '#core/archive/engine/file/archive-files.ts'
import { Database } from '#core/archive/engine/file/database.ts'
import { openArchived } from '#test/core/exports/support/exporting.ts'
import { fileFailure, watchFiles } from '#test/core/support/failing-files.ts'
import { newDraft, person } from '#test/core/sends/support/sending.ts'
import { openApp } from '#test/support/open-app.ts'

test('erasing a person also removes the outcomes that contain them, for this account only', async () => {
  const mailroom = await openApp()
  const [one, other] = [(await mailroom.addAccount()).id, (await mailroom.addAccount({ name: 'Store' })).id]
  await mailroom.close()
  const lost = (id: string, accountId: string, email: string) => ({
    id,
    accountId,
    service: 'http://127.0.0.1:9/v1',
    operation: 'extras.addBlacklisted',
    startedAt: Date.now(),
    check: { kind: 'blacklist', type: 'bounces', email, listed: true },
    state: 'unknown',
    text: '',
    checkedAt: null,
    messages: [],
    dismissed: false,
  })
  const left = [
    lost('1', one, 'Ada@Example.org'),
    lost('2', one, 'eve@example.org'),
    lost('3', other, 'ada@example.org'),
  ]
  const file = join(mailroom.folder, 'outcomes.json')
  await writeFile(file, JSON.stringify(left))
  await mailroom.start()
  await mailroom.ask('recipients.erase', { accountId: one, email: 'ada@example.org' })
  expect(await mailroom.ask('outcomes.list')).toMatchObject([{ id: '3' }, { id: '2' }])
  await eventually(async () => expect(await readFile(file, 'utf8')).not.toContain('Ada@Example.org'))
})

test('an erasure that a full disk interrupts says so, and is completed by another attempt or the next start', async () => {
  const mailroom = await openApp()
  await mailroom.addAccount()
  const { ask, accountId, folder } = mailroom
  const email = 'ada@example.org'
  const get = () => ask('recipients.get', { accountId, email, zone: 'UTC', offset: 0, limit: 1 })
  const journal = () => readFile(join(folder, 'erasures.json'), 'utf8')
  const named = async () => {
    const id = await newDraft(mailroom, { rows: [person(email), person('bob@example.org')] })
    return async () => (await ask('drafts.get', { id })).people.rows.map(({ address }) => address)
  }
  let isFull = true
  const isHit = (path: string) => isFull && path.includes('people.jsonl')
  onTestFinished(watchFiles(({ path }) => (isHit(path) ? fileFailure('ENOSPC') : null)))
  isFull = false
  const rows = await named()
  isFull = true
  await expect(ask('recipients.erase', { accountId, email })).rejects.toMatchObject({
    code: 'disk',
    retryable: true,
    message: expect.stringMatching(/^This person has not been erased everywhere yet\. The disk is full\./) as string,
  })
  expect(await get()).toMatchObject({
    erased: false,
    unfinishedErasure: { problem: expect.stringContaining('The disk is full') as string },
  })
  expect(await journal()).toContain(email)
  expect(await rows()).toHaveLength(2)
  isFull = false
  const [one, other] = await Promise.all([
    ask('recipients.erase', { accountId, email: 'ADA@example.org' }),
    ask('recipients.erase', { accountId, email }),
  ])
  expect(one).toEqual(other)
  expect(await rows()).toEqual(['bob@example.org'])
  expect(await get()).toMatchObject({ erased: true, unfinishedErasure: null })
  expect(await journal()).not.toContain(email)

  const later = await named()
  isFull = true
  await expect(ask('recipients.erase', { accountId, email })).rejects.toMatchObject({ code: 'disk' })
  await mailroom.close()
  isFull = false
  await mailroom.start()
  await eventually(async () => expect(await get()).toMatchObject({ erased: true, unfinishedErasure: null }))
  expect(await later()).toEqual(['bob@example.org'])
  expect(await journal()).not.toContain(email)
})

test('an erasure that ends while the archive is being read reports the messages that its first attempt removed', async () => {
  const mailroom = await openArchived(3)
  const { ask, accountId } = mailroom
  const search = { accountId, text: '', zone: 'UTC', offset: 0, limit: 1 }
  const { email } = (await ask('messages.search', search)).rows[0]!
  const reading = new Database(join(mailroom.folder, 'accounts', accountId, archiveFileName), { readOnly: true })
  reading.exec('BEGIN')
  reading.get('SELECT * FROM block')
  await expect(ask('recipients.erase', { accountId, email })).rejects.toMatchObject({ code: 'archive-busy' })
  reading.close()
  expect(await ask('recipients.erase', { accountId, email })).toMatchObject({ messages: 1 })
})

test('an erasure that cannot be recorded is not begun, and one of a removed account is dropped', async () => {
  const mailroom = await openApp()
  await mailroom.addAccount()
  const { ask, accountId, folder } = mailroom
  const id = await newDraft(mailroom, { rows: [person('ada@example.org')] })
  let failing = 'erasures.json'
  onTestFinished(watchFiles(({ path }) => (failing && path.includes(failing) ? fileFailure('ENOSPC') : null)))
  const erase = () => ask('recipients.erase', { accountId, email: 'ada@example.org' })
  await expect(erase()).rejects.toMatchObject({ message: expect.stringMatching(/^The disk is full/) as string })
  expect((await ask('drafts.get', { id })).people.rows).toHaveLength(1)
  failing = 'people.jsonl'
  await expect(erase()).rejects.toMatchObject({ code: 'disk' })
  failing = ''
  await ask('accounts.remove', { id: accountId, archive: 'delete' })
  expect(JSON.parse(await readFile(join(folder, 'erasures.json'), 'utf8'))).toEqual([])
})

test('what the user wrote about the person stays unchanged, and is listed', async () => {
  const mailroom = await openApp()
  await mailroom.addAccount()
  const { ask, accountId } = mailroom
  const email = 'ada@example.org'
  const rows = [person('bob@example.org')]
  const about = await newDraft(mailroom, { rows, content: { subject: 'About Ada', html: `<p>Write to\n${email}</p>` } })
  await newDraft(mailroom, { rows: [person(email)], content: { subject: 'To Ada' } })
  await newDraft(mailroom, { rows, content: { subject: 'About another', html: '<p>mary-ada@example.org</p>' } })
  await ask('snippets.save', { id: crypto.randomUUID(), name: 'Contact', subject: '', html: '', text: email })
  const { remains } = await ask('recipients.erase', { accountId, email })
  expect(remains).toEqual(['The draft “About Ada”', 'The snippet “Contact”'])
  expect((await ask('drafts.get', { id: about })).content.html).toContain(email)
})
