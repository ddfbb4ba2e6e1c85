import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openApp, type OpenApp } from '#test/support/open-app.ts'
import { canMount, SmallDisk } from './support/small-disk.ts'
import { ended } from '../sends/support/jobs.ts'
import { addFile, many, newDraft, person } from '../sends/support/sending.ts'

const full = {
  code: 'disk',
  message: expect.stringContaining('The disk is full. Nothing was lost. Free up some space') as string,
}

/** Puts Mailroom’s stored messages on a separate, small disk. */
async function onSmallDisk(bytes: number): Promise<{ mailroom: OpenApp; disk: SmallDisk }> {
  const mailroom = await openApp()
  await mailroom.addAccount()
  const disk = await SmallDisk.mount(join(mailroom.folder, 'compose'), bytes)
  return { mailroom, disk }
}

async function partsIn(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).filter((name) => name.includes('.part'))
}

describe.skipIf(!canMount)('a full disk', () => {
  test('refuses a file with an error message, and the draft and its older files stay complete', async () => {
    const { mailroom, disk } = await onSmallDisk(256 * 1024)
    const { ask } = mailroom
    const id = await newDraft(mailroom, { rows: [person('ada@example.org')] })
    const parts = [await addFile(mailroom, id, { name: 'old.txt', kind: 'attachment', bytes: 'old' })]
    await ask('drafts.save', { id, content: { parts } })
    await disk.fill()
    const large = join(mailroom.folder, 'new.bin')
    await writeFile(large, Buffer.alloc(300_000))
    const token = (await mailroom.app.files.register(large)).token
    const added = await ask('drafts.addFiles', { id, tokens: [token], kind: 'attachment' })
    expect(added).toEqual({ parts: [], problems: [{ name: 'new.bin', problem: full.message }] })
    await disk.free()
    expect(await partsIn(disk.path)).toEqual([])
    await mailroom.restart()
    expect((await ask('drafts.get', { id })).content.parts).toEqual(parts)
    const { token: copy } = await ask('drafts.partFile', { id, part: parts[0]!.id })
    expect(await readFile(mailroom.app.files.find(copy).path, 'utf8')).toBe('old')
  })

  test('refuses a save with an error message, and the draft stays unchanged until it is saved', async () => {
    const { mailroom, disk } = await onSmallDisk(256 * 1024)
    const { ask } = mailroom
    const id = await newDraft(mailroom, { content: { subject: 'Before' }, rows: [] })
    await disk.fill()
    await expect(ask('drafts.save', { id, content: { subject: 'After' } })).rejects.toMatchObject(full)
    expect((await ask('drafts.get', { id })).content.subject).toBe('Before')
    expect(await partsIn(disk.path)).toEqual([])
    await disk.free()
    await ask('drafts.save', { id, content: { subject: 'After' } })
    await mailroom.restart()
    expect((await ask('drafts.get', { id })).content.subject).toBe('After')
  })

  test('ends a dry run that is waiting to be saved, and leaves no part of it', async () => {
    const mailroom = await openApp()
    await mailroom.addAccount()
    const disk = await SmallDisk.mount(join(mailroom.folder, 'exports'), 64 * 1024)
    const draftId = await newDraft(mailroom, { rows: many(1000) })
    const job = await ended(mailroom, await mailroom.ask('sends.dryRun', { draftId, folder: null }))
    expect(job).toMatchObject({ state: 'failed', error: full, result: null })
    expect(await readdir(disk.path)).toEqual([])
  })

  test('refuses to open a file as a copy', async () => {
    const mailroom = await openApp()
    await mailroom.addAccount()
    const disk = await SmallDisk.mount(join(mailroom.folder, 'exports'), 64 * 1024)
    const id = await newDraft(mailroom, { rows: [] })
    const part = await addFile(mailroom, id, { name: 'a.dat', kind: 'attachment', bytes: Buffer.alloc(100_000) })
    await mailroom.ask('drafts.save', { id, content: { parts: [part] } })
    await expect(mailroom.ask('drafts.openFile', { id, part: part.id })).rejects.toMatchObject(full)
    expect(await readdir(disk.path)).toEqual([])
  })

  test('saves a change of recipients completely or not at all, and only once, however often it is retried', async () => {
    const { mailroom, disk } = await onSmallDisk(256 * 1024)
    const { ask } = mailroom
    const id = await newDraft(mailroom, { rows: many(3) })
    await disk.fill()
    // The first change fits into the free space of the file’s last page; the second fits only in part.
    const changes = [person('small@example.org'), person('large@example.org', { values: ['x'.repeat(8000)] })].map(
      (row, index) => ({ id, people: { at: 3 + index, remove: 0, rows: [row] }, content: { subject: `${index}` } }),
    )
    for (const change of changes) {
      const isSaved = await ask('drafts.save', change).then(
        () => true,
        () => false,
      )
      expect(isSaved).toBe(false)
    }
    await ask('drafts.save', { id, people: changes[0]!.people })
    await expect(ask('drafts.save', { id, people: changes[1]!.people })).rejects.toMatchObject(full)
    await disk.free()
    await ask('drafts.save', { id, people: changes[1]!.people })
    await mailroom.restart()
    const { people } = await ask('drafts.get', { id })
    expect(people.rows.slice(3).map(({ address, values }) => [address, values.join('').length])).toEqual([
      ['small@example.org', 0],
      ['large@example.org', 8000],
    ])
    expect(await ask('drafts.list', { accountId: mailroom.accountId })).toMatchObject([{ recipients: 5 }])
  })
})
