import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import type { Job } from '#shared/contract/jobs.ts'
import { openAppAtSandbox } from '#test/support/open-app.ts'
import { canMount, SmallDisk } from '../drafts/support/small-disk.ts'
import { ended } from './support/jobs.ts'
import { addFile, many, newDraft, outbox, person, type Mailroom } from './support/sending.ts'

type Desktop = {
  readonly mailroom: Mailroom
  /** The folder that the user selects. */
  readonly chosen: string
  readonly revealed: readonly string[]
  readonly startedIn: readonly (string | null)[]
  /** Selects the folder and starts the dry run. */
  begin(draftId: string): Promise<{ jobId: string }>
}

/** Mailroom on a host where the user selects a folder in the system’s dialog. */
async function onDesktop(): Promise<Desktop> {
  const revealed: string[] = []
  const startedIn: (string | null)[] = []
  const mailroom = await openAppAtSandbox({}, ({ capabilities, files, shell }) => ({
    capabilities: { ...capabilities, saveToDisk: true, reveal: true },
    files: {
      ...files,
      chooseFolder: ({ startIn }) => {
        startedIn.push(startIn)
        return Promise.resolve(chosen)
      },
    },
    shell: { ...shell, reveal: (path) => Promise.resolve(void revealed.push(path)) },
  }))
  const chosen = join(mailroom.folder, 'chosen')
  await mkdir(chosen)
  await mailroom.addAccount()
  const begin = async (draftId: string) => {
    const folder = (await mailroom.ask('files.chooseFolder', { title: 'Choose' }))!
    expect(JSON.stringify(folder)).not.toContain(mailroom.folder)
    return mailroom.ask('sends.dryRun', { draftId, folder: folder.token })
  }
  return { mailroom, chosen, revealed, startedIn, begin }
}

/** The names of the files in a folder, each of which has to be a complete mail. */
async function wholeMails(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).sort()
  for (const name of names) {
    const mail = await PostalMime.parse(await readFile(join(folder, name)))
    expect(name).toContain(mail.to?.[0]?.address)
    expect(mail.html).toContain('</p>')
  }
  return names
}

test('a dry run writes every mail into a new folder in the chosen one, which can then be shown', async () => {
  const { mailroom, chosen, revealed, startedIn, begin } = await onDesktop()
  await mkdir(join(chosen, 'Hello {{name}}'))
  await writeFile(join(chosen, 'Hello {{name}} (2)'), 'mine')
  const draftId = await newDraft(mailroom, { rows: [person('ada@x.org', { values: ['Ada'] }), person('ada@x.org')] })
  const job = await ended(mailroom, await begin(draftId))
  expect(job).toMatchObject({ state: 'done', result: { text: '2 messages written to “Hello {{name}} (3)”.' } })
  const folder = join(chosen, 'Hello {{name}} (3)')
  expect(await wholeMails(folder)).toEqual(['1 ada@x.org.eml', '2 ada@x.org.eml'])
  expect(await readFile(join(folder, '1 ada@x.org.eml'), 'utf8')).toContain('Subject: Hello Ada')
  expect(await readdir(join(chosen, 'Hello {{name}}'))).toEqual([])
  expect(await readFile(join(chosen, 'Hello {{name}} (2)'), 'utf8')).toBe('mine')
  expect(outbox(mailroom)).toEqual([])
  await mailroom.ask('files.reveal', { token: job.result!.savedToken! })
  expect(revealed).toEqual([folder])
  await mailroom.restart()
  expect((await mailroom.ask('jobs.list'))[0]).toMatchObject({ state: 'done', result: { fileToken: null } })
  await mailroom.ask('files.chooseFolder', { title: 'Choose' })
  expect(startedIn).toEqual([null, chosen])
})

test('a subject that cannot be a folder name is turned into one that every system accepts', async () => {
  const { mailroom, chosen, begin } = await onDesktop()
  for (const subject of ['../../away', 'CON', '', 'ü'.repeat(200), 'ends in a dot.']) {
    const draftId = await newDraft(mailroom, { content: { subject }, rows: many(1) })
    expect(await ended(mailroom, await begin(draftId))).toMatchObject({ state: 'done' })
  }
  const names = (await readdir(chosen)).sort()
  expect(names).toEqual(['-..-away', 'Messages', '_CON', 'ends in a dot-', 'ü'.repeat(90)].sort())
})

test('a cancelled dry run leaves complete mails, and reports how many', async () => {
  const { mailroom, chosen, begin } = await onDesktop()
  const draftId = await newDraft(mailroom, { rows: many(5000) })
  const isUnderWay = Promise.withResolvers<void>()
  const stop = mailroom.app.subscribe(({ name, payload }) => {
    if (name === 'jobs.changed' && (payload.fraction ?? 0) > 0) isUnderWay.resolve()
  })
  const started = await begin(draftId)
  await isUnderWay.promise
  stop()
  await mailroom.ask('jobs.cancel', { id: started.jobId })
  const job = await ended(mailroom, started)
  const names = await wholeMails(join(chosen, 'Hello {{name}}'))
  expect(names.length).toBeGreaterThan(0)
  expect(job).toMatchObject({
    state: 'cancelled',
    note: `${names.length.toLocaleString('en')} of 5,000 messages in “Hello {{name}}”`,
  })
})

test('a draft that is edited during its dry run is written as it was at the start', async () => {
  const { mailroom, chosen, begin } = await onDesktop()
  const draftId = await newDraft(mailroom, { rows: many(500) })
  const isUnderWay = Promise.withResolvers<void>()
  const stop = mailroom.app.subscribe(({ name, payload }) => {
    if (name === 'jobs.changed' && (payload.fraction ?? 0) > 0) isUnderWay.resolve()
  })
  const started = await begin(draftId)
  await isUnderWay.promise
  stop()
  await mailroom.ask('drafts.save', { id: draftId, content: { subject: 'Changed' } })
  expect(await ended(mailroom, started)).toMatchObject({ state: 'done' })
  const folder = join(chosen, 'Hello {{name}}')
  const names = await readdir(folder)
  expect(names).toHaveLength(500)
  const last = names.find((name) => name.startsWith('500 '))
  expect(await readFile(join(folder, last!), 'utf8')).toContain('Subject: Hello Reader 499')
})

test('a file that was changed since it was added ends the dry run, and its mail is not written', async () => {
  const { mailroom, chosen, begin } = await onDesktop()
  const draftId = await newDraft(mailroom, { rows: many(2) })
  const part = await addFile(mailroom, draftId, { name: 'a.txt', kind: 'row', bytes: 'first' })
  const rows = many(2).map((row, index) => (index === 1 ? { ...row, parts: [part.id] } : row))
  await mailroom.ask('drafts.save', { id: draftId, content: { parts: [part] } })
  await mailroom.ask('drafts.save', { id: draftId, people: { at: 0, remove: 2, rows } })
  await writeFile(join(mailroom.folder, 'compose', 'drafts', draftId, 'files', part.id), 'other')
  const { state, error } = await ended(mailroom, await begin(draftId))
  expect({ state, sentence: error?.message }).toEqual({
    state: 'failed',
    sentence: expect.stringMatching(
      /Mailroom’s copy of “a.txt” was changed after you added the file.*1 of 2 messages in “Hello {{name}}”\.$/,
    ) as string,
  })
  expect(await wholeMails(join(chosen, 'Hello {{name}}'))).toEqual(['1 reader0@example.org.eml'])
})

test('a subject and a name that look like encoded words are written unchanged', async () => {
  const { mailroom, chosen, begin } = await onDesktop()
  const odd = '=?utf-8?q?Gr=C3=BC=C3=9Fe?='
  const draftId = await newDraft(mailroom, { rows: [person('ada@x.org', { name: odd })] })
  await mailroom.ask('drafts.save', { id: draftId, content: { subject: odd } })
  expect(await ended(mailroom, await begin(draftId))).toMatchObject({ state: 'done' })
  const [folder] = await readdir(chosen)
  const { subject, to } = await PostalMime.parse(await readFile(join(chosen, folder!, '1 ada@x.org.eml')))
  expect([subject, to?.[0]?.name]).toEqual([odd, odd])
})

async function failsIn({ mailroom }: Desktop, prepare: () => Promise<unknown>): Promise<Job['error']> {
  const draftId = await newDraft(mailroom, { rows: many(2) })
  const { token: folder } = (await mailroom.ask('files.chooseFolder', { title: 'Choose' }))!
  await prepare()
  const job = await ended(mailroom, await mailroom.ask('sends.dryRun', { draftId, folder }))
  expect(job.state).toBe('failed')
  return job.error
}

test('a missing target folder is reported', async () => {
  const desktop = await onDesktop()
  const error = await failsIn(desktop, () => rm(desktop.chosen, { recursive: true }))
  expect(error).toMatchObject({
    code: 'disk',
    message: `The folder “${basename(desktop.chosen)}” is no longer there. Choose another one.`,
  })
})

test.skipIf(!canMount)('a folder on a read-only disk is refused', async () => {
  const desktop = await onDesktop()
  const disk = await SmallDisk.mount(desktop.chosen, 64 * 1024)
  const error = await failsIn(desktop, () => disk.forbidWriting())
  expect(error?.message).toBe('This folder is on a read-only disk. Choose another one.')
})

test.skipIf(!canMount)('a full disk leaves only complete mails, and the message says how many', async () => {
  const { mailroom, chosen, begin } = await onDesktop()
  await SmallDisk.mount(chosen, 256 * 1024)
  const draftId = await newDraft(mailroom, { rows: many(500) })
  const job = await ended(mailroom, await begin(draftId))
  const [folder] = await readdir(chosen)
  const names = await wholeMails(join(chosen, basename(folder!)))
  expect(names.length).toBeGreaterThan(10)
  expect(job).toMatchObject({ state: 'failed', result: null })
  expect(job.error?.message).toBe(
    `The disk is full. Free up some space, or choose a folder on another disk. ${names.length} of 500 messages in “Hello {{name}}”.`,
  )
  expect(outbox(mailroom)).toEqual([])
})
