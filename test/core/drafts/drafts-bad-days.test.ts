import { appendFile, copyFile, mkdir, readdir, rename, rm, rmdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { DraftOnDisk } from '#core/drafts/store/draft-on-disk.ts'
import { msPerDay } from '#shared/domain/base/durations.ts'
import { fileFailure, watchFiles } from '#test/core/support/failing-files.ts'
import { CapturedLogger } from '#test/support/captured-logger.ts'
import { openApp, type OpenApp } from '#test/support/open-app.ts'
import { addFile, allOf, person } from '../sends/support/sending.ts'

const people = { columns: ['name'], rows: [person('ada@example.org'), person('eve@example.org')] }

function newDraft({ ask, accountId }: OpenApp) {
  return ask('drafts.create', { accountId, start: { from: 'blank' } })
}

test('a save of an outdated state is refused, so that it does not bring back a recipient', async () => {
  const mailroom = await openApp()
  await mailroom.addAccount()
  const { id } = await newDraft(mailroom)
  const seen: unknown[] = []
  mailroom.app.subscribe(({ name, payload }) => {
    if (name === 'drafts.saved') seen.push(payload)
  })
  const { revision } = await mailroom.ask('drafts.save', { id, people: allOf(people) })
  await mailroom.ask('recipients.erase', { accountId: mailroom.accountId, email: 'ada@example.org' })
  const stale = { id, revision, people: allOf(people) }
  await expect(mailroom.ask('drafts.save', stale)).rejects.toMatchObject({ code: 'draft-changed' })
  await mailroom.restart()
  await expect(mailroom.ask('drafts.save', stale)).rejects.toMatchObject({ code: 'draft-changed' })
  const draft = await mailroom.ask('drafts.get', { id })
  expect(draft).toMatchObject({ recipients: 1, peopleRevision: draft.revision })
  expect(seen).toEqual([
    { id, revision },
    { id, revision: draft.revision },
  ])
  const next = await mailroom.ask('drafts.save', { id, revision: draft.revision, content: { subject: 'Hi' } })
  expect(await mailroom.ask('drafts.get', { id })).toMatchObject({
    revision: next.revision,
    peopleRevision: draft.revision,
  })
})

test('one of two saves of the same state is refused', async () => {
  const mailroom = await openApp()
  await mailroom.addAccount()
  const { id, revision } = await newDraft(mailroom)
  const saves = ['a', 'b'].map((subject) => mailroom.ask('drafts.save', { id, revision, content: { subject } }))
  const ended = (await Promise.allSettled(saves)).map(({ status }) => status)
  expect(ended).toEqual(['fulfilled', 'rejected'])
  expect((await mailroom.ask('drafts.get', { id })).content.subject).toBe('a')
})

test('a change of recipients counts once it is on the disk, even if nothing could be written after it', async () => {
  const mailroom = await openApp()
  await mailroom.addAccount()
  const { id } = await newDraft(mailroom)
  const { revision } = await mailroom.ask('drafts.save', { id, people: allOf(people) })
  const content = join(mailroom.folder, 'compose', 'drafts', id, 'content.json')
  await rename(content, `${content}.aside`)
  await mkdir(content)
  const change = { id, revision, people: { at: 2, remove: 0, rows: people.rows } }
  const saved = await mailroom.ask('drafts.save', change)
  await rmdir(content)
  await rename(`${content}.aside`, content)
  await expect(mailroom.ask('drafts.save', change)).rejects.toMatchObject({ code: 'draft-changed' })
  await mailroom.restart()
  expect(await mailroom.ask('drafts.list', { accountId: mailroom.accountId })).toMatchObject([{ recipients: 4 }])
  await expect(mailroom.ask('drafts.save', change)).rejects.toMatchObject({ code: 'draft-changed' })
  expect((await mailroom.ask('drafts.get', { id })).revision).toBe(saved.revision)
})

test('content and recipients are saved together: without the content, the recipients are unchanged', async () => {
  const mailroom = await openApp()
  await mailroom.addAccount()
  const { id } = await newDraft(mailroom)
  const { revision } = await mailroom.ask('drafts.save', { id, people: allOf(people), content: { subject: 'a' } })
  const both = { id, content: { subject: 'b' }, people: { at: 2, remove: 0, rows: people.rows } }
  let failing: string | null = null
  const fails = (path: string) => failing !== null && path.includes(failing)
  onTestFinished(watchFiles(({ path }) => (fails(path) ? fileFailure('EIO') : null)))
  const shown = async () => {
    const draft = await mailroom.ask('drafts.get', { id })
    return [draft.content.subject, draft.people.rows.length]
  }
  for (const name of ['people.jsonl', 'content.json']) {
    failing = name
    await expect(mailroom.ask('drafts.save', { ...both, revision })).rejects.toMatchObject({ code: 'disk' })
    failing = null
    expect(await shown()).toEqual(['a', 2])
  }
  // A later save does not bring back the recipients of the failed one.
  await mailroom.ask('drafts.save', { id, revision, content: { subject: 'c' } })
  await mailroom.restart()
  expect(await shown()).toEqual(['c', 2])
  await mailroom.ask('drafts.save', both)
  await mailroom.restart()
  expect(await shown()).toEqual(['b', 4])
})

test('a draft that could not be written is not listed', async () => {
  const mailroom = await openApp()
  await mailroom.addAccount()
  onTestFinished(watchFiles(({ path }) => (path.includes('content.json') ? fileFailure('ENOSPC') : null)))
  await expect(newDraft(mailroom)).rejects.toMatchObject({ code: 'disk' })
  expect(await mailroom.ask('drafts.list', { accountId: mailroom.accountId })).toEqual([])
})

test('recipients saved by an older Mailroom count with any content, and so do those beside a damaged content', async () => {
  const mailroom = await openApp()
  await mailroom.addAccount()
  const { id } = await newDraft(mailroom)
  await mailroom.ask('drafts.save', { id, people: allOf(people), content: { subject: 'a' } })
  const folder = join(mailroom.folder, 'compose', 'drafts', id)
  const line = { at: 2, remove: 0, rows: [person('bob@example.org')], revision: 1000 }
  await mailroom.close()
  await appendFile(join(folder, 'people.jsonl'), `${JSON.stringify(line)}\n`)
  await mailroom.start()
  expect(await mailroom.ask('drafts.get', { id })).toMatchObject({ recipients: 3, revision: 1000 })
  await mailroom.ask('drafts.save', {
    id,
    people: { at: 3, remove: 0, rows: people.rows },
    content: { text: 'x' },
  })
  await mailroom.close()
  await writeFile(join(folder, 'content.json'), '{')
  const fresh = { id, accountId: mailroom.accountId }
  const options = { folder, fresh, onBroken: () => undefined, now: () => 1 }
  for (let start = 0; start < 2; start++) {
    const opened = await DraftOnDisk.open(options)
    expect(opened.people.rows).toHaveLength(5)
    await opened.setRemoved(1)
    await opened.settled()
  }
})

test('a save while the draft is sent is refused, and leaves no second draft', async () => {
  const mailroom = await openApp()
  await mailroom.addAccount()
  const { accountId } = mailroom
  const { id } = await mailroom.ask('drafts.create', { accountId, start: { from: 'blank' } })
  const from = { address: 'shop@example.org', name: '' }
  await mailroom.ask('drafts.save', { id, content: { from, subject: 'Hi', text: 'Hi' }, people: allOf(people) })
  const at = Date.now() + msPerDay
  const sending = mailroom.ask('sends.start', { draftId: id, at, undoSeconds: 0 })
  const saves = Array.from({ length: 40 }, async (_none, index) => {
    for (let turn = 0; turn < index; turn++) await setImmediate()
    await mailroom.ask('drafts.save', { id, content: { subject: `Late ${index}` } })
  })
  const ended = await Promise.allSettled(saves)
  await sending
  expect(ended.some(({ status }) => status === 'rejected')).toBe(true)
  await mailroom.restart()
  expect(await mailroom.ask('drafts.list', { accountId })).toEqual([])
  expect(await mailroom.ask('sends.list', { accountId })).toMatchObject([{ id, recipients: 2 }])
})

test('the remains of a draft whose creation crashed are removed, and a damaged draft keeps its files', async () => {
  const mailroom = await openApp()
  await mailroom.addAccount()
  const { id } = await newDraft(mailroom)
  const part = await addFile(mailroom, id, { name: 'a.txt', kind: 'attachment' })
  await mailroom.ask('drafts.save', { id, content: { parts: [part] }, people: allOf(people) })
  await mailroom.close()
  const drafts = join(mailroom.folder, 'compose', 'drafts')
  const half = join(drafts, crypto.randomUUID())
  await mkdir(half)
  await copyFile(join(drafts, id, 'people.jsonl'), join(half, 'people.jsonl'))
  await writeFile(join(drafts, id, 'content.json'), '{')
  await mailroom.start()
  await mailroom.restart()
  expect(await readdir(drafts)).toEqual([id])
  expect(await readdir(join(drafts, id, 'files'))).toEqual([part.id])
})

test('damaged drafts go with their account, and those that name no account with the last one', async () => {
  const logger = new CapturedLogger()
  const mailroom = await openApp(() => ({ logger }))
  await mailroom.addAccount()
  const { ask, accountId } = mailroom
  const other = await mailroom.addAccount({ name: 'Other' })
  const drafts = join(mailroom.folder, 'compose', 'drafts')
  const damaged = async (account: string, damage: (content: string) => Promise<unknown>) => {
    const { id } = await ask('drafts.create', { accountId: account, start: { from: 'blank' } })
    await ask('drafts.save', { id, people: allOf(people) })
    await damage(join(drafts, id, 'content.json'))
    return id
  }
  const cut = (content: string) => truncate(content, 200)
  const empty = (content: string) => truncate(content)
  const replace = (content: string) => rm(content).then(() => mkdir(content))
  await damaged(accountId, cut)
  const kept = [await damaged(other.id, cut), await damaged(accountId, empty), await damaged(accountId, replace)]
  await mailroom.restart()
  await ask('accounts.remove', { id: accountId, archive: 'delete' })
  expect((await readdir(drafts)).sort()).toEqual(kept.sort())
  expect(logger.lines.filter(({ text }) => text.includes('may belong to that account'))).toHaveLength(2)
  await ask('accounts.remove', { id: other.id, archive: 'delete' })
  expect(await readdir(drafts)).toEqual([])
})
