import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addFile, inState, letter, newDraft, person } from '#test/core/sends/support/sending.ts'
import { openAppAtSandbox, type OpenApp } from '#test/support/open-app.ts'
import { filesNaming } from './support/files-naming.ts'

const email = 'unmistakable@private.example'
const erase = ({ ask, accountId }: OpenApp) => ask('recipients.erase', { accountId, email: email.toUpperCase() })

async function withAccount() {
  const mailroom = await openAppAtSandbox()
  await mailroom.addAccount()
  return mailroom
}

/** A file that the page uploaded is removed once the draft has a copy. */
async function fileOf(mailroom: OpenApp, id: string, { of, name = 'bill.txt' }: { of: string; name?: string }) {
  const part = await addFile(mailroom, id, { name, kind: 'row', bytes: `Bill of ${of}` })
  await rm(join(mailroom.folder, name))
  return part
}

test('a person whose row was removed earlier is in no byte of a draft, a removed draft or a waiting send', async () => {
  const mailroom = await withAccount()
  const { ask, folder } = mailroom
  const removeRow = (id: string) => ask('drafts.save', { id, people: { at: 0, remove: 1, rows: [] } })
  const rows = [person(email, { values: ['Ada'] }), person('bob@example.org', { values: ['Bob'] })]
  const [draft, removed, sent] = [
    await newDraft(mailroom, { rows, content: { dismissed: [`${email} bounced before.`, 'The subject is long.'] } }),
    await newDraft(mailroom, { rows }),
    await newDraft(mailroom, { rows }),
  ]
  for (const id of [draft, removed, sent]) await removeRow(id)
  await writeFile(join(folder, 'compose', 'drafts', draft, 'people.jsonl.broken-1'), `{"rows":[{"address":"${email}"`)
  await writeFile(join(folder, 'outcomes.json.broken-1'), `[{"to":["${email}"`)
  await writeFile(join(folder, 'compose', 'snippets.json.broken-1'), email)
  const ofAccount = join(folder, 'accounts', mailroom.accountId, 'any')
  const other = await mailroom.addAccount({ name: 'Another' })
  for (const path of [ofAccount, join(folder, 'notes')]) await mkdir(path, { recursive: true })
  await writeFile(join(ofAccount, 'notes.json.broken-1'), email)
  await writeFile(join(folder, 'notes', `${mailroom.accountId}.json.broken-1`), email)
  const ofOther = join(folder, 'notes', `${other.id}.json.broken-1`)
  await writeFile(ofOther, email)
  await ask('drafts.remove', { id: removed })
  await ask('sends.start', { draftId: sent, at: null, undoSeconds: 100 })
  expect(await filesNaming(folder, email)).toHaveLength(10)
  const { revision } = await ask('drafts.get', { id: draft })
  await erase(mailroom)
  expect(await filesNaming(folder, email)).toEqual([ofOther])
  expect((await ask('drafts.get', { id: draft })).content.dismissed).toEqual(['The subject is long.'])
  await expect(ask('drafts.save', { id: draft, revision, content: letter })).rejects.toMatchObject({
    code: 'draft-changed',
  })
  await ask('sends.move', { id: sent, at: null })
  expect(await inState(mailroom, sent, 'sent')).toMatchObject({ to: ['bob@example.org'] })
  await mailroom.restart()
  await ask('drafts.restore', { id: removed })
  for (const id of [draft, removed]) {
    const { people } = await ask('drafts.get', { id })
    expect(people.rows.map(({ address }) => address)).toEqual(['bob@example.org'])
  }
})

test('the files of an erased person are removed with their row, unless somebody else gets them too', async () => {
  const mailroom = await withAccount()
  const { ask, folder } = mailroom
  const id = await newDraft(mailroom, { rows: [] })
  const [theirs, earlier, common, others] = [
    await fileOf(mailroom, id, { of: email }),
    await fileOf(mailroom, id, { of: email }),
    await fileOf(mailroom, id, { of: 'both' }),
    await fileOf(mailroom, id, { of: 'nobody yet' }),
  ]
  const attached = await addFile(mailroom, id, { name: 'terms.txt', kind: 'attachment', bytes: 'Terms' })
  const parts = [theirs, earlier, common, others, attached]
  const rowOf = (address: string, of: { id: string }[]) => person(address, { parts: of.map((part) => part.id) })
  await ask('drafts.save', {
    id,
    content: { parts },
    people: { at: 0, remove: 0, rows: [rowOf(email, [earlier, common]), rowOf('bob@example.org', [common])] },
  })
  await ask('drafts.save', {
    id,
    people: { at: 0, remove: 1, rows: [rowOf(email, [theirs, common])] },
  })
  expect(await filesNaming(folder, email)).toHaveLength(3)
  await erase(mailroom)
  expect(await filesNaming(folder, email)).toEqual([])
  const { content, people } = await ask('drafts.get', { id })
  expect(content.parts).toEqual([common, others, attached])
  expect(people.rows).toEqual([rowOf('bob@example.org', [common])])
  const files = await readdir(join(folder, 'compose', 'drafts', id, 'files'))
  expect(files.sort()).toEqual([common.id, others.id, attached.id].sort())
})

test('a file whose row was in an earlier list is erased with its person, even in a copy of the draft', async () => {
  const mailroom = await withAccount()
  const { ask, folder } = mailroom
  const id = await newDraft(mailroom, { rows: [] })
  const [theirs, given] = [
    await fileOf(mailroom, id, { of: email }),
    await fileOf(mailroom, id, { of: 'both', name: 'a.txt' }),
  ]
  const rowOf = (address: string, of: { id: string }[]) => person(address, { parts: of.map((part) => part.id) })
  await ask('drafts.save', {
    id,
    content: { parts: [theirs, given] },
    people: { at: 0, remove: 0, rows: [rowOf(email, [theirs, given])] },
  })
  await ask('drafts.save', { id, people: { at: 0, remove: 1, rows: [rowOf('bob@example.org', [given])] } })
  // A list that has outgrown the previous one is rewritten, without the old rows.
  const long = person('other@example.org', { values: ['x'.repeat(9_000)] })
  const rows = Array.from({ length: 60 }, () => long)
  for (const _ of [1, 2]) {
    await ask('drafts.save', { id, people: { at: 1, remove: 0, rows } })
    await ask('drafts.save', { id, people: { at: 1, remove: rows.length, rows: [] } })
  }
  const copy = await ask('drafts.create', { accountId: mailroom.accountId, start: { from: 'draft', id } })
  expect((await filesNaming(folder, email)).map((path) => path.includes('people'))).toEqual([false, false])
  await mailroom.restart()
  await erase(mailroom)
  expect(await filesNaming(folder, email)).toEqual([])
  for (const draft of [id, copy.id]) {
    const { content, people } = await ask('drafts.get', { id: draft })
    expect(content.parts).toEqual([given])
    expect(people.rows).toEqual([rowOf('bob@example.org', [given])])
  }
})

test('a draft whose content cannot be read keeps everybody except the erased person', async () => {
  const mailroom = await withAccount()
  const { ask, folder } = mailroom
  const id = await newDraft(mailroom, { rows: [] })
  const [theirs, common] = [
    await fileOf(mailroom, id, { of: email }),
    await fileOf(mailroom, id, { of: 'both', name: 'common.txt' }),
  ]
  const rows = [
    person(email, { values: ['Ada'], parts: [theirs.id, common.id] }),
    person('bob@example.org', { values: ['Bob'], parts: [common.id] }),
  ]
  await ask('drafts.save', { id, content: { parts: [theirs, common] }, people: { at: 0, remove: 0, rows } })
  const draft = join(folder, 'compose', 'drafts', id)
  await writeFile(join(draft, 'content.json'), '{"id":')
  await mailroom.restart()
  await erase(mailroom)
  expect(await filesNaming(folder, email)).toEqual([])
  await mailroom.restart()
  expect(await readFile(join(draft, 'people.jsonl'), 'utf8')).toContain('bob@example.org')
  expect(await readdir(join(draft, 'files'))).toEqual([common.id])
  expect((await readdir(draft)).filter((name) => name.startsWith('content'))).toEqual([
    expect.stringMatching(/^content\.json\.broken-/),
  ])
})

test('a send whose content cannot be read keeps the files of everybody except the erased person', async () => {
  const mailroom = await withAccount()
  const { ask, folder } = mailroom
  const id = await newDraft(mailroom, { rows: [] })
  const [theirs, others] = [
    await fileOf(mailroom, id, { of: email }),
    await fileOf(mailroom, id, { of: 'Bob', name: 'other.txt' }),
  ]
  const rows = [person(email, { parts: [theirs.id] }), person('bob@example.org', { parts: [others.id] })]
  await ask('drafts.save', { id, content: { parts: [theirs, others] }, people: { at: 0, remove: 0, rows } })
  await ask('sends.start', { draftId: id, at: Date.now() + 86_400_000, undoSeconds: 0 })
  const send = join(folder, 'compose', 'sends', id)
  await mailroom.close()
  await writeFile(join(send, 'content.json'), '{"id":')
  await mailroom.start()
  for (const _ of [1, 2]) {
    await erase(mailroom)
    expect(await filesNaming(folder, email)).toEqual([])
    expect(await readdir(join(send, 'files'))).toEqual([others.id])
    // A file set aside for repair does not block another content.
    expect((await readdir(send)).filter((name) => name.startsWith('content'))).toEqual([
      expect.stringMatching(/^content\.json\.broken-/),
    ])
    await mailroom.restart()
  }
})

test('an erasure waits for a draft that cannot be opened, and is completed once it can be', async () => {
  const mailroom = await withAccount()
  const { ask, accountId, folder } = mailroom
  const id = await newDraft(mailroom, { rows: [person(email), person('bob@example.org')] })
  const other = await newDraft(mailroom, { rows: [person(email)] })
  const drafts = join(folder, 'compose', 'drafts')
  // This file is not a draft, and must not disturb the list of drafts.
  await writeFile(join(drafts, '.DS_Store'), '')
  await mailroom.close()
  const content = join(drafts, id, 'content.json')
  await rename(content, `${content}.away`)
  await mkdir(content)
  await mailroom.start()
  await expect(erase(mailroom)).rejects.toMatchObject({
    code: 'disk',
    message: expect.stringMatching(
      /^This person has not been erased everywhere yet\. Mailroom could not read/,
    ) as string,
  })
  expect((await ask('drafts.get', { id: other })).people.rows).toEqual([])
  const get = () => ask('recipients.get', { accountId, email, zone: 'UTC', offset: 0, limit: 1 })
  expect(await get()).toMatchObject({ unfinishedErasure: { problem: expect.any(String) as string } })
  await rmdir(content)
  await rename(`${content}.away`, content)
  await erase(mailroom)
  expect(await get()).toMatchObject({ erased: true, unfinishedErasure: null })
  expect(await filesNaming(folder, email)).toEqual([])
  const { people } = await ask('drafts.get', { id })
  expect(people.rows.map(({ address }) => address)).toEqual(['bob@example.org'])
})

test.each(['send.json', 'batches.jsonl'])(
  'a send whose %s cannot be read contains nobody who was erased',
  async (name) => {
    const mailroom = await withAccount()
    const { ask, folder } = mailroom
    const id = await newDraft(mailroom, { rows: [person(email), person('bob@example.org')] })
    await ask('sends.start', { draftId: id, at: Date.now() + 86_400_000, undoSeconds: 0 })
    await mailroom.close()
    const send = join(folder, 'compose', 'sends', id)
    await writeFile(join(send, name), `{"to":["${email}\n`)
    await mailroom.start()
    expect((await filesNaming(folder, email)).length).toBeGreaterThan(1)
    await erase(mailroom)
    expect(await filesNaming(folder, email)).toEqual([])
    expect(await readFile(join(send, 'people.jsonl'), 'utf8')).toContain('bob@example.org')
    const people = join(send, 'people.jsonl')
    await rm(people)
    await mkdir(people)
    await expect(erase(mailroom)).rejects.toMatchObject({ code: 'disk' })
  },
)

test('a send that becomes a draft again has no row or file of an erased person', async () => {
  const mailroom = await withAccount()
  const { ask, folder } = mailroom
  const id = await newDraft(mailroom, { rows: [] })
  const theirs = await fileOf(mailroom, id, { of: email })
  const bob = person('bob@example.org', { values: ['Bob'] })
  const rows = [person(email, { values: ['Ada'], parts: [theirs.id] }), bob]
  await ask('drafts.save', { id, content: { parts: [theirs] }, people: { at: 0, remove: 0, rows } })
  await ask('sends.start', { draftId: id, at: null, undoSeconds: 100 })
  await erase(mailroom)
  expect((await ask('sends.get', { id })).summary.recipients).toBe(2)
  expect(await ask('sends.cancel', { id })).toEqual({ draftId: id, hasLeft: false })
  await mailroom.restart()
  const { content, people } = await ask('drafts.get', { id })
  expect(people.rows).toEqual([bob])
  expect(content.parts).toEqual([])
  expect(await readdir(join(folder, 'compose', 'drafts', id, 'files')).catch(() => [])).toEqual([])
})
