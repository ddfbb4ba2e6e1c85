import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ExportWhat } from '#shared/contract/exports.ts'
import { canMount, SmallDisk } from '#test/core/drafts/support/small-disk.ts'
import { eventually } from '#test/support/eventually.ts'
import type { ChangePorts } from '#test/support/open-app.ts'
import {
  endedExport,
  everything,
  exported,
  filesIn,
  layoutOf,
  newFolder,
  openArchived,
  tokenOf,
  wanted,
  withFolders,
} from './support/exporting.ts'

describe('a name that is taken', () => {
  test('is not overwritten, and the new file gets a number', async () => {
    const mailroom = await openArchived(3)
    const { path, token } = await newFolder(mailroom)
    await writeFile(join(path, 'Messages.csv.gz'), 'mine')
    const choice = wanted(mailroom, token, { layout: layoutOf('csv', { gzip: true }) })
    expect(await mailroom.ask('exports.estimate', choice)).toMatchObject({ name: 'Messages (2).csv.gz', rows: 3 })
    for (const name of ['Messages (2).csv.gz', 'Messages (3).csv.gz']) {
      expect(await exported(mailroom, choice)).toMatchObject({ state: 'done', name, manifest: { file: name } })
    }
    expect(await readFile(join(path, 'Messages.csv.gz'), 'utf8')).toBe('mine')
  })

  test('is counted up if the pattern has a number', async () => {
    const mailroom = await openArchived(3)
    const { path, token } = await newFolder(mailroom)
    const choice = wanted(mailroom, token, { name: '{account} {index:3}', ifTaken: 'replace' })
    for (let round = 0; round < 3; round++) await exported(mailroom, choice)
    expect(await readdir(path)).toEqual(['Shop 001.csv', 'Shop 002.csv', 'Shop 003.csv'])
  })

  test('is replaced only by a complete file', async () => {
    const mailroom = await openArchived(3)
    const { path, token } = await newFolder(mailroom)
    await writeFile(join(path, 'Messages.csv'), 'before')
    const choice = wanted(mailroom, token, { ifTaken: 'replace' })
    const failing: ExportWhat = { ...everything, selection: { ranges: [], matches: 99 } }
    expect(await exported(mailroom, { ...choice, what: failing })).toMatchObject({ state: 'failed' })
    expect(await readFile(join(path, 'Messages.csv'), 'utf8')).toBe('before')
    expect((await mailroom.ask('exports.estimate', choice)).remarks).toContain('This replaces “Messages.csv”.')
    expect(await exported(mailroom, choice)).toMatchObject({ state: 'done', name: 'Messages.csv' })
    expect(await readFile(join(path, 'Messages.csv'), 'utf8')).toMatch(/^Created,.*\r\n/)
    expect(await readdir(path)).toEqual(['Messages.csv'])
  })

  test('is not given to two exports at once', async () => {
    const mailroom = await openArchived(2000)
    const { path, token } = await newFolder(mailroom)
    const choices = [1, 2, 3, 4].map(() => wanted(mailroom, token))
    const entries = await Promise.all(choices.map((choice) => exported(mailroom, choice)))
    expect(entries.map(({ name }) => name).sort()).toEqual([
      'Messages (2).csv',
      'Messages (3).csv',
      'Messages (4).csv',
      'Messages.csv',
    ])
    const sizes = Object.values(await filesIn(path)).map(({ length }) => length)
    expect(new Set(sizes).size).toBe(1)
  })

  test('is reported if it belongs to a folder', async () => {
    const mailroom = await openArchived(3)
    const { path, token } = await newFolder(mailroom)
    await mkdir(join(path, 'Messages.csv'))
    const entry = await exported(mailroom, wanted(mailroom, token, { ifTaken: 'replace' }))
    expect(entry).toMatchObject({ state: 'failed', text: expect.stringContaining('already a folder') as string })
    expect(await readdir(path)).toEqual(['Messages.csv'])
  })
})

describe('a target folder', () => {
  test('with a path of 400 characters accepts files with any name', async () => {
    const mailroom = await openArchived(3)
    const deep = join(mailroom.folder, 'é'.repeat(60), 'y'.repeat(150), 'z'.repeat(150))
    const token = await tokenOf(mailroom, deep)
    const names = [
      'CON',
      '../../up',
      'a/b\\c:d*e?"<>|',
      '\u202Egnp.exe',
      'x'.repeat(500),
      'trailing. ',
      'tab\tnew\nline',
    ]
    for (const name of names) {
      expect(await exported(mailroom, wanted(mailroom, token, { name }))).toMatchObject({ state: 'done' })
    }
    const files = await readdir(deep)
    expect(files).toHaveLength(names.length)
    for (const name of files) expect(name).toMatch(/^[^/\\:*?"<>|\p{Cc}\p{Cf}]{1,190}\.csv$/u)
  })

  test('that is missing or not a folder is reported, and the export can be run again', async () => {
    const mailroom = await openArchived(3)
    const { path, token } = await newFolder(mailroom)
    await rm(path, { recursive: true })
    const { id, ...entry } = await exported(mailroom, wanted(mailroom, token))
    const gone = `The folder “${basename(path)}” is no longer there. Choose another one.`
    expect(entry).toMatchObject({ state: 'failed', text: gone })
    const { remarks } = await mailroom.ask('exports.estimate', wanted(mailroom, token))
    expect(remarks).toContain(gone)
    await mkdir(path)
    expect(await mailroom.ask('exports.runAgain', { id })).toMatchObject({ id })
    expect(await endedExport(mailroom, id)).toMatchObject({ state: 'done', text: '' })
  })

  test.skipIf(process.getuid?.() === 0)('without write permission is reported', async () => {
    const mailroom = await openArchived(3)
    const { path, token } = await newFolder(mailroom)
    await chmod(path, 0o500)
    const entry = await exported(mailroom, wanted(mailroom, token))
    expect(entry).toMatchObject({ state: 'failed', text: expect.stringContaining('no permission to write') as string })
  })

  test.skipIf(!canMount)('that is full or read-only gets no file, and the earlier file is kept', async () => {
    const mailroom = await openArchived(2000)
    const { path } = await newFolder(mailroom)
    const disk = await SmallDisk.mount(path, 12 * 1024)
    const { token } = await mailroom.app.files.register(path)
    await writeFile(join(path, 'Messages.csv'), 'before')
    for (const layout of [layoutOf('csv'), layoutOf('xlsx'), layoutOf('json', { gzip: true }), layoutOf('xls')]) {
      const entry = await exported(mailroom, wanted(mailroom, token, { layout, ifTaken: 'replace' }))
      expect(entry).toMatchObject({ state: 'failed', text: expect.stringContaining('The disk is full') as string })
      expect(await readdir(path)).toEqual(['Messages.csv'])
    }
    await disk.forbidWriting()
    const entry = await exported(mailroom, wanted(mailroom, token, { ifTaken: 'replace' }))
    expect(entry).toMatchObject({ state: 'failed', text: expect.stringContaining('read-only') as string })
    expect(await readFile(join(path, 'Messages.csv'), 'utf8')).toBe('before')
  })
})

describe('a running export', () => {
  test('can be paused, resumed, and cancelled while it is paused', async () => {
    const mailroom = await openArchived(20_000)
    const { ask } = mailroom
    const { path, token } = await newFolder(mailroom)
    for (const goesOn of [true, false]) {
      const { id, jobId } = await ask('exports.start', wanted(mailroom, token))
      await ask('exports.pause', { id, paused: true })
      const entry = async () =>
        (await ask('exports.list', { accountId: mailroom.accountId })).find((one) => one.id === id)
      expect(await entry()).toMatchObject({ state: 'paused', endedAt: null })
      await eventually(async () => {
        const job = (await ask('jobs.list')).find((one) => one.id === jobId)
        expect(job).toMatchObject({ state: 'running', note: 'Paused' })
      })
      if (goesOn) await ask('exports.pause', { id, paused: false })
      else await ask('jobs.cancel', { id: jobId })
      const end = goesOn
        ? { state: 'done', rows: 20_000 }
        : { state: 'cancelled', text: 'The export was cancelled, so there is no file.' }
      expect(await endedExport(mailroom, id)).toMatchObject(end)
      await expect(ask('exports.pause', { id, paused: true })).rejects.toMatchObject({ code: 'conflict' })
    }
    expect(await readdir(path)).toEqual(['Messages.csv'])
  })

  test('is interrupted when Mailroom closes, and leaves no part', async () => {
    const mailroom = await openArchived(20_000)
    const { path, token } = await newFolder(mailroom)
    const { id } = await mailroom.ask('exports.start', wanted(mailroom, token))
    await mailroom.ask('exports.pause', { id, paused: true })
    await mailroom.restart(withFolders)
    expect(await readdir(path)).toEqual([])
    expect(await endedExport(mailroom, id)).toMatchObject({
      state: 'interrupted',
      text: expect.stringMatching(/Run the export again/) as string,
    })
    expect(await mailroom.ask('exports.runAgain', { id })).toMatchObject({ id })
    expect(await endedExport(mailroom, id)).toMatchObject({ state: 'done', rows: 20_000 })
  })
})

describe('the list', () => {
  test('verifies, opens, shows, copies and drags the file, and reports a missing one', async () => {
    const told: string[] = []
    const note = (what: string) => (value: string) => {
      told.push(`${what} ${value}`)
      return Promise.resolve()
    }
    const change: ChangePorts = (ports) => ({
      ...withFolders(ports),
      shell: {
        ...ports.shell,
        openFile: note('open'),
        reveal: note('reveal'),
        copyText: note('copy'),
        dragFile: note('drag'),
      },
    })
    const mailroom = await openArchived(3, change)
    const { ask, accountId } = mailroom
    const { path, token } = await newFolder(mailroom)
    const { id, name } = await exported(mailroom, wanted(mailroom, token))
    const file = join(path, name)
    const actions = ['exports.open', 'exports.reveal', 'exports.copyPath', 'exports.drag'] as const
    for (const action of actions) await ask(action, { id })
    expect(told).toEqual([`open ${file}`, `reveal ${file}`, `copy ${file}`, `drag ${file}`])
    const verify = async () => {
      const { jobId } = await ask('exports.verify', { id })
      await eventually(async () => {
        expect((await ask('jobs.list')).find((job) => job.id === jobId)).toMatchObject({ state: 'done' })
      })
      return (await ask('exports.list', { accountId }))[0]!.verified?.state
    }
    expect(await verify()).toBe('same')
    const bytes = await readFile(file)
    bytes[5]! ^= 1
    await writeFile(file, bytes)
    expect(await verify()).toBe('changed')
    await rm(file)
    expect(await verify()).toBe('missing')
    for (const action of actions) await expect(ask(action, { id })).rejects.toMatchObject({ code: 'file-gone' })
  })

  test('accepts entries of an earlier version, with another field for the name', async () => {
    const mailroom = await openArchived(3)
    const { ask, accountId } = mailroom
    const { token } = await newFolder(mailroom)
    const { id } = await exported(mailroom, wanted(mailroom, token))
    await mailroom.close()
    const path = join(mailroom.folder, 'exports.json')
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll('"saveAs"', '"place"'))
    await mailroom.start(withFolders)
    const saveAs = { name: 'Messages', ifTaken: 'keep-both' }
    expect(await ask('exports.list', { accountId })).toMatchObject([{ id, saveAs }])
    expect(await ask('exports.last', { accountId })).toMatchObject({ saveAs })
  })

  test('contains no erased person', async () => {
    const mailroom = await openArchived(3)
    const { ask, accountId } = mailroom
    const { token } = await newFolder(mailroom)
    const what = { ...everything, text: 'to:jane1@example.org' }
    const name = 'Mail to Jane1@example.org'
    expect(await exported(mailroom, wanted(mailroom, token, { what, name }))).toMatchObject({ rows: 1 })
    const { remains } = await ask('recipients.erase', { accountId, email: 'jane1@example.org' })
    // The file belongs to the user, so it is named in the report instead of being removed.
    expect(remains).toEqual([expect.stringContaining('“Mail to Jane1@example.org.csv”')])
    expect(await ask('exports.list', { accountId })).toMatchObject([
      { what: { text: 'to:erased' }, name: 'Mail to erased.csv' },
    ])
    expect(await ask('exports.last', { accountId })).toMatchObject({ saveAs: { name: 'Mail to erased' } })
    for (const file of ['exports.json', 'jobs.json'])
      expect(await readFile(join(mailroom.folder, file), 'utf8')).not.toMatch(/jane1/i)
  })
})

describe('a host without folders', () => {
  test('keeps the file until it is saved, with the chosen name', async () => {
    const mailroom = await openArchived(3, () => ({}))
    const entry = await exported(mailroom, wanted(mailroom, null, { name: '{account} {source}' }))
    expect(entry).toMatchObject({ state: 'done', folder: null, name: 'Shop archive.csv' })
    const { path, name } = mailroom.app.files.find(entry.fileToken!)
    expect(name).toBe('Shop archive.csv')
    expect(await readFile(path, 'utf8')).toMatch(/^Created,/)
    await mailroom.ask('files.release', { token: entry.fileToken! })
    const [released] = await mailroom.ask('exports.list', { accountId: mailroom.accountId })
    expect(released).toMatchObject({ state: 'done', fileToken: null })
  })

  test('keeps no file of an export that was running when a person was erased', async () => {
    const mailroom = await openArchived(5000, () => ({}))
    const { ask, accountId, folder } = mailroom
    const { id } = await ask('exports.start', wanted(mailroom, null))
    await ask('exports.pause', { id, paused: true })
    await ask('recipients.erase', { accountId, email: 'jane1@example.org' })
    expect(await ask('exports.list', { accountId })).toMatchObject([
      { state: 'cancelled', fileToken: null, text: expect.stringContaining('because a person was erased') as string },
    ])
    expect(await readdir(join(folder, 'exports'))).toEqual([])
  })

  test('with folders asks for one if none has been chosen yet', async () => {
    const mailroom = await openArchived(3)
    await expect(mailroom.ask('exports.start', wanted(mailroom, null))).rejects.toMatchObject({ code: 'no-folder' })
  })
})
