import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import type { DraftPart } from '#shared/contract/base/draft.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { openApp, type ChangePorts, type OpenApp } from '#test/support/open-app.ts'
import { addFile, newDraft } from '../sends/support/sending.ts'

type Opened = { mailroom: OpenApp; id: string; part: DraftPart; opened: string[]; open(): Promise<void> }

/** A draft with one file, on a host that can open files with the system’s programs. */
async function withFile(
  name: string,
  openFile: (path: string) => Promise<void> = () => Promise.resolve(),
): Promise<Opened> {
  const opened: string[] = []
  const change: ChangePorts = ({ shell }) => ({
    shell: { ...shell, openFile: (path) => (opened.push(path), openFile(path)) },
  })
  const mailroom = await openApp(change)
  await mailroom.addAccount()
  const id = await newDraft(mailroom, { rows: [] })
  const part = await addFile(mailroom, id, { name, kind: 'attachment', bytes: 'as it was added' })
  await mailroom.ask('drafts.save', { id, content: { parts: [part] } })
  return { mailroom, id, part, opened, open: () => mailroom.ask('drafts.openFile', { id, part: part.id }) }
}

const exportsOf = ({ folder }: OpenApp) => readdir(join(folder, 'exports'), { recursive: true }).catch(() => [])

test('a file is opened as a copy with its name, and changes by a program do not affect what is sent', async () => {
  const { mailroom, id, part, opened, open } = await withFile('Bericht ü.txt')
  await open()
  await open()
  expect(opened.map((path) => basename(path))).toEqual(['Bericht ü.txt', 'Bericht ü.txt'])
  const [first, second] = opened as [string, string]
  expect(first).not.toBe(second)
  expect((await stat(first)).mode & 0o777).toBe(0o400)
  // The test writes as administrator, which ignores the read-only mode.
  await writeFile(first, 'changed by a program')
  const { token } = await mailroom.ask('drafts.partFile', { id, part: part.id })
  expect(await readFile(mailroom.app.files.find(token).path, 'utf8')).toBe('as it was added')
  expect(await readFile(second, 'utf8')).toBe('as it was added')
})

test('opened copies are removed when a person is erased, and at the next start', async () => {
  const { mailroom, opened, open } = await withFile('a.txt')
  await open()
  await mailroom.ask('recipients.erase', { accountId: mailroom.accountId, email: 'jane@example.org' })
  await expect(stat(opened[0]!)).rejects.toMatchObject({ code: 'ENOENT' })
  await open()
  expect(await exportsOf(mailroom)).not.toEqual([])
  await mailroom.restart()
  expect(await exportsOf(mailroom)).toEqual([])
})

test.each(['setup.exe', 'Invoice.pdf.js', 'tool.EXE ', 'run.sh'])(
  '%s is not opened, and the error says what to do',
  async (name) => {
    const { mailroom, opened, open } = await withFile(name)
    const message = expect.stringContaining('Save a copy instead.') as string
    await expect(open()).rejects.toMatchObject({ code: 'runnable', message })
    expect(opened).toEqual([])
    expect(await exportsOf(mailroom)).toEqual([])
  },
)

test('a file that no program can open leaves no copy', async () => {
  const { mailroom, opened, open } = await withFile('a.xyz', () =>
    Promise.reject(new AppError('open-failed', 'No program could open it.')),
  )
  await expect(open()).rejects.toMatchObject({ code: 'open-failed' })
  expect(opened).toHaveLength(1)
  await expect.poll(() => stat(opened[0]!).catch(({ code }: NodeJS.ErrnoException) => code)).toBe('ENOENT')
  expect((await exportsOf(mailroom)).filter((name) => name.endsWith('.xyz'))).toEqual([])
})

test('a file whose copy is missing from the data folder is reported when it is opened or saved', async () => {
  const { mailroom, id, part, opened, open } = await withFile('a.txt')
  await rm(join(mailroom.folder, 'compose', 'drafts', id, 'files', part.id))
  const message = expect.stringContaining('is missing from Mailroom’s data folder') as string
  await expect(open()).rejects.toMatchObject({ message })
  await expect(mailroom.ask('drafts.partFile', { id, part: part.id })).rejects.toMatchObject({ message })
  expect(opened).toEqual([])
})
