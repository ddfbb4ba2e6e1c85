import { readdir, readlink, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { archiveFileName } from '#core/archive/engine/file/archive-files.ts'
import { Database } from '#core/archive/engine/file/database.ts'
import type { Value } from '#core/base/sqlite-file.ts'
import { openAccount, openAppAtSandbox, type OpenApp } from '#test/support/open-app.ts'
import { eventually } from '#test/support/eventually.ts'
import { cells, file, imported } from '../imports/support.ts'
import { inState, many, newDraft, now } from '../sends/support/sending.ts'
import { damageTables } from './support/damage-table.ts'
import { generateMessages } from './support/generate.ts'
import { openArchive, temporaryFolder } from './support/open-archive.ts'

const messages = [...generateMessages({ count: 50, seed: 1 })]
const email = messages[0]!.email

/** A closed archive with settings, from which one person was erased. */
async function closedArchive(more: Record<string, unknown> = {}): Promise<string> {
  const folder = await temporaryFolder()
  const archive = await openArchive({ folder })
  await archive.import(messages, { lastSync: 5, opensRefreshedUntil: 5, covered: { from: 1, to: 5 } })
  for (const [name, value] of Object.entries({ sync: { keepDays: 90 }, ...more })) await archive.setSetting(name, value)
  await archive.erase(email)
  await archive.close()
  return folder
}

test('an archive that replaces a damaged one has its settings and keeps its erased people out', async () => {
  const folder = await closedArchive()
  await damageTables(folder, 'block')
  const archive = await openArchive({ folder })
  expect(archive.salvaged).toMatchObject({ settings: true, erased: true })
  expect(await archive.setting('sync')).toEqual({ keepDays: 90 })
  expect(await archive.info()).toMatchObject({ messages: 0, horizon: { lastSync: null, completeUntil: null } })
  const theirs = messages.filter((message) => message.email === email).length
  expect(await archive.import(messages)).toMatchObject({ added: messages.length - theirs, erased: theirs })
  await archive.close()
  const again = await openArchive({ folder })
  expect([again.salvaged, again.uncleanStop, await again.isErased(email)]).toEqual([null, false, true])
})

test('a damaged list of erased people is reported as lost, and the settings are kept', async () => {
  const folder = await closedArchive()
  await damageTables(folder, 'tombstone')
  const archive = await openArchive({ folder })
  expect(archive.salvaged).toMatchObject({ settings: true, erased: false })
  expect(await archive.setting('sync')).toEqual({ keepDays: 90 })
  expect(await archive.isErased(email)).toBe(false)
})

test('without its settings, a list of erased people is reported as lost, because it needs their salt', async () => {
  const folder = await closedArchive()
  await damageTables(folder, 'setting')
  const archive = await openArchive({ folder })
  expect(archive.salvaged).toMatchObject({ settings: false, erased: false })
  expect(await archive.hasErased()).toBe(false)
})

test('nobody is reported as lost if nobody was erased', async () => {
  const folder = await temporaryFolder()
  await (await openArchive({ folder })).close()
  await damageTables(folder, 'setting')
  expect((await openArchive({ folder })).salvaged).toMatchObject({ settings: false, erased: true })
})

test('if the disk is full, the damaged file stays in place until its settings can be copied', async () => {
  const folder = await closedArchive({ large: 'x'.repeat(500_000) })
  await damageTables(folder, 'block')
  await expect(openArchive({ folder, maxPages: 60 })).rejects.toMatchObject({ code: 'disk' })
  expect((await readdir(folder)).filter((name) => /damaged|new/.test(name))).toEqual([])
  const archive = await openArchive({ folder })
  expect(archive.salvaged).toMatchObject({ settings: true, erased: true })
  expect(await archive.isErased(email)).toBe(true)
})

test('a damaged schema costs the settings and the erased people, but not the account', async () => {
  const folder = await closedArchive()
  await damageTables(folder, 'sqlite_schema')
  const archive = await openArchive({ folder })
  expect(archive.salvaged).toMatchObject({ settings: false, erased: false })
  expect(await archive.import(messages)).toMatchObject({ added: messages.length, erased: 0 })
})

test.skipIf(process.platform !== 'linux')('a file with a damaged schema is not kept open', async () => {
  const folder = await closedArchive()
  await damageTables(folder, 'sqlite_schema')
  const path = join(folder, archiveFileName)
  for (const options of [{}, { readOnly: true }]) {
    expect(() => new Database(path, options)).toThrow(expect.objectContaining({ code: 'archive-damaged' }))
  }
  const handles = await readdir('/proc/self/fd')
  const opened = await Promise.all(handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => '')))
  expect(opened.filter((name) => name.startsWith(path))).toEqual([])
})

/** Replaces a table of a closed archive with one that accepts values of any type, as damage leaves them. */
function loosenTable(folder: string, columns: string, rows: readonly (readonly Value[])[]): void {
  const table = columns.slice(0, columns.indexOf('('))
  const database = new Database(join(folder, archiveFileName), { single: true })
  database.exec(`CREATE TABLE loose${columns.slice(table.length)} WITHOUT ROWID`)
  database.exec(`INSERT INTO loose SELECT * FROM ${table}; DROP TABLE ${table}; ALTER TABLE loose RENAME TO ${table}`)
  for (const row of rows) database.run(`INSERT INTO ${table} VALUES (?, ?)`, ...row)
  database.close()
}

const hash = new Uint8Array(32).fill(7)

test.each<[string, Value[]]>([
  ['a hash that is a number', [5, 1]],
  ['a hash that is a text', ['x'.repeat(32), 1]],
  ['a hash of the wrong length', [hash.subarray(1), 1]],
  ['a time that is too large for a number', [hash, 2n ** 60n]],
  ['a time that is a text', [hash, 'x']],
])('%s costs only that erased person', async (_, row) => {
  const folder = await closedArchive()
  loosenTable(folder, 'tombstone(hash PRIMARY KEY, erased)', [row])
  await damageTables(folder, 'block')
  const archive = await openArchive({ folder })
  expect(archive.salvaged).toMatchObject({ settings: true, erased: false })
  expect(await archive.isErased(email)).toBe(true)
})

test('settings of the wrong type are left out', async () => {
  const folder = await closedArchive()
  loosenTable(folder, 'setting(name PRIMARY KEY, value)', [
    ['number', 5],
    [7, '5'],
    ['none', null],
  ])
  await damageTables(folder, 'block')
  const archive = await openArchive({ folder })
  expect(archive.salvaged).toMatchObject({ settings: false, erased: false })
  expect([await archive.setting('number'), await archive.setting('7')]).toEqual([null, null])
  expect([await archive.setting('sync'), await archive.isErased(email)]).toEqual([{ keepDays: 90 }, true])
})

test('settings that cannot be copied do not keep the account from opening', async () => {
  const folder = await closedArchive()
  // JSON this deep can be parsed, but not written.
  const deep = '['.repeat(200_000) + ']'.repeat(200_000)
  loosenTable(folder, 'setting(name PRIMARY KEY, value)', [['deep', deep]])
  await damageTables(folder, 'block')
  const archive = await openArchive({ folder })
  expect(archive.salvaged).toMatchObject({ settings: false, erased: false })
  expect(await archive.info()).toMatchObject({ messages: 0 })
  expect((await readdir(folder)).filter((name) => name.includes('damaged'))).not.toEqual([])
})

test('a replacement that ended with its process is completed at the next start', async () => {
  const folder = await closedArchive()
  const path = join(folder, archiveFileName)
  await rename(path, `${path}.new`)
  await writeFile(`${path}-wal`, 'the log of the damaged file')
  const archive = await openArchive({ folder })
  expect([await archive.setting('sync'), await archive.isErased(email)]).toEqual([{ keepDays: 90 }, true])
  const names = await readdir(folder)
  expect(names).not.toContain(`${archiveFileName}.new`)
  expect(names).toContainEqual(expect.stringMatching(/\.damaged-\d+-wal$/))
})

test('a replacement that was still being prepared is begun again', async () => {
  const folder = await closedArchive()
  await damageTables(folder, 'block')
  await writeFile(join(folder, `${archiveFileName}.new`), 'half a file')
  const archive = await openArchive({ folder })
  expect(archive.salvaged).toMatchObject({ settings: true, erased: true })
  expect(await archive.isErased(email)).toBe(true)
  expect(await readdir(folder)).not.toContain(`${archiveFileName}.new`)
})

async function noticeAfterDamage(mailroom: OpenApp, ...tables: string[]): Promise<string> {
  const { accountId, folder } = mailroom
  await mailroom.close()
  await damageTables(`${folder}/accounts/${accountId}`, ...tables)
  await mailroom.start()
  await mailroom.ask('sync.status', { accountId })
  const { notices } = await mailroom.ask('app.info')
  return notices.find(({ id }) => id === `archive-${accountId}`)!.text
}

test('a sync fills the new archive by the account’s options, and erased people stay out', async () => {
  const mailroom = await openAppAtSandbox()
  await mailroom.addAccount({}, 'keychain')
  const { ask, accountId } = mailroom
  const id = await newDraft(mailroom, { rows: many(5) })
  await ask('sends.start', { draftId: id, ...now })
  await inState(mailroom, id, 'sent')
  const { from, ...options } = { from: Math.floor(Date.now() / 1000) - 86_400, keepDays: 90, windowDays: 3 }
  await ask('sync.configure', { accountId, options: { from, ...options } })
  const filled = async (count: number) => {
    const { running, lastError } = await ask('sync.status', { accountId })
    expect([running, lastError]).toEqual([false, null])
    expect((await ask('archive.info', { accountId })).messages).toBe(count)
  }
  await eventually(() => filled(5))
  await ask('recipients.erase', { accountId, email: 'reader0@example.org' })
  const createdDate = new Date()
  const { report } = await imported(
    mailroom,
    await file(mailroom, 'csv', [cells(1, { createdDate, lastStateDate: createdDate })]),
  )
  expect(report).toMatchObject({ added: 1 })
  expect(await noticeAfterDamage(mailroom, 'block')).toBe(
    'The archive of Shop was damaged. The damaged file was kept in the data folder. The account’s settings and its list of erased people were recovered. The next sync will fill a new archive with the messages that the service still has. Messages from imported files must be imported again.',
  )
  expect(await ask('imports.status', { accountId })).toEqual({ added: 0, files: 0 })
  expect((await ask('sync.status', { accountId })).options).toMatchObject({ from, ...options })
  await eventually(() => filled(4))
})

test('the notice about a damaged archive says what is lost and what to do', async () => {
  const mailroom = await openAccount()
  const { ask, accountId } = mailroom
  await ask('sync.configure', { accountId, options: { from: Math.floor(Date.now() / 1000), paused: true } })
  await ask('recipients.erase', { accountId, email: 'reader0@example.org' })
  const text = await noticeAfterDamage(mailroom, 'setting')
  expect(text).not.toContain('The next sync')
  expect(text).toContain('In Messages, choose Sync settings from the History menu')
  expect(text).toContain('If you have erased anyone, erase them again.')
  expect((await ask('sync.status', { accountId })).options.from).toBeNull()
})
