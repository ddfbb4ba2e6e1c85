import { copyFile, mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { archiveFileName } from '#core/archive/engine/file/archive-files.ts'
import { Database } from '#core/archive/engine/file/database.ts'
import { schema } from '#core/archive/engine/file/schema.ts'
import { openApp, type OpenApp } from '#test/support/open-app.ts'
import { cells, ended, file, fileOf, found, imported, rows, second, type OneAccount } from './support.ts'

const detailed = {
  id: 'detailed',
  createdDate: new Date(second * 1000).toISOString(),
  lastState: 'softbounced',
  lastStateDate: new Date((second + 9) * 1000).toISOString(),
  reason: 'mailbox full',
  msg: { from: 'shop@example.com', email: 'ada@example.org', subject: 'Grüße', size: 12 },
  meta: { order: 7 },
  openDetails: [{ date: new Date((second + 7) * 1000).toISOString(), userAgent: 'Mail' }],
  clickDetails: [{ date: new Date((second + 8) * 1000).toISOString(), link: 'https://shop.example/a' }],
  open: 1,
  click: 1,
}

let mailroom: OpenApp
let first: string
beforeEach(async () => {
  mailroom = await openApp()
  first = (await mailroom.addAccount()).id
  await imported(mailroom, await file(mailroom, 'csv', rows(3000)))
  await imported(mailroom, JSON.stringify([detailed]))
  // Messages that are imported again have their records stored beside the packs.
  await imported(mailroom, await file(mailroom, 'csv', [cells(5, { open: 9 }), cells(6, { lastState: 'complaint' })]))
})

async function backUp(): Promise<string> {
  const { jobId } = await mailroom.ask('archive.backUp', { accountId: first })
  const job = await ended(mailroom, jobId)
  expect(job.result?.text).toMatch(/^The backup is complete and was checked: 3,001 messages, \d+\.\d MB\.$/)
  return mailroom.app.files.find(job.result!.fileToken!).path
}

/** An otherwise empty folder, so that stray files show. */
async function copyOf(path: string): Promise<string> {
  const folder = join(mailroom.folder, crypto.randomUUID())
  await mkdir(folder)
  const copy = join(folder, 'kept')
  await copyFile(path, copy)
  return copy
}

async function secondAccount(name = 'Second'): Promise<OneAccount> {
  const { id } = await mailroom.addAccount({ name })
  return { ask: mailroom.ask, accountId: id }
}

const tokenOf = async (path: string) => (await mailroom.app.files.register(path)).token

async function importedFrom(into: OneAccount, path: string) {
  const { accountId, ask } = into
  const { jobId } = await ask('imports.start', { accountId, token: await tokenOf(path) })
  await ended(into, jobId)
  return ask('imports.report', { accountId, jobId })
}

async function inspectionOf(path: string): Promise<{ code: string; message: string }> {
  const asked = mailroom.ask('imports.inspect', { accountId: first, token: await tokenOf(path) })
  return (await asked.then(
    () => ({ code: 'none', message: '' }),
    (thrown: unknown) => thrown,
  )) as { code: string; message: string }
}

describe('a backup', () => {
  test('is described by its content, whatever its name, and nothing is written to it or beside it', async () => {
    const path = await copyOf(await backUp())
    const before = await readFile(path)
    const { accountId, ask } = await secondAccount()
    expect(await ask('imports.inspect', { accountId, token: await tokenOf(path) })).toMatchObject({
      kind: 'backup',
      absent: [],
      firstCreated: second * 1000,
      backup: {
        messages: 3001,
        lastCreated: (second + 2999) * 1000,
        account: expect.any(String) as string,
        madeAt: expect.any(Number) as number,
      },
    })
    expect(await readdir(join(path, '..'))).toEqual(['kept'])
    expect((await readFile(path)).equals(before)).toBe(true)
  })

  test('restores every message once with all its data, and no person who was erased', async () => {
    // An erasure also removes copies that are waiting to be saved.
    const path = await copyOf(await backUp())
    const into = await secondAccount()
    await into.ask('recipients.erase', { accountId: into.accountId, email: 'jane7@example.org' })
    expect(await importedFrom(into, path)).toMatchObject({
      kind: 'backup',
      state: 'whole',
      added: 3000,
      erased: 1,
      setAside: 0,
    })
    const withoutPlace = async (of: OneAccount, text: string) =>
      (await found(of, text)).map(({ row: _row, ...message }) => message)
    const shown = 'on:2023-11-14'
    const expected = (await withoutPlace(mailroom, shown)).filter(({ email }) => email !== 'jane7@example.org')
    expect(expected.length).toBeGreaterThan(100)
    expect(await withoutPlace(into, shown)).toEqual(expected)
    expect(await withoutPlace(into, 'state:complaint')).toHaveLength(1)
    const whole = async (of: OneAccount) => {
      const [row] = await found(of, 'id:detailed')
      const { message } = await of.ask('messages.get', { accountId: of.accountId, row: row!.row })
      return { ...message, row: 0 }
    }
    const known = await whole(mailroom)
    expect(known).toMatchObject({ complete: true, reason: 'mailbox full', meta: { order: 7 } })
    expect([known.openDetails, known.clickDetails]).toEqual([[expect.anything()], [expect.anything()]])
    expect(await whole(into)).toEqual(known)
    expect(await importedFrom(into, path)).toMatchObject({ added: 0, changed: 0, unchanged: 3000, erased: 1 })
  })

  test('does not change a message for which the archive has newer data', async () => {
    const path = await backUp()
    const newer = cells(1, { lastState: 'complaint', lastStateDate: new Date((second + 900) * 1000), open: 50 })
    await imported(mailroom, await file(mailroom, 'csv', [newer]))
    expect(await importedFrom(mailroom, path)).toMatchObject({ added: 0, changed: 0, unchanged: 3001 })
    expect(await found(mailroom, 'id:m-1')).toMatchObject([{ lastState: 'complaint', open: 50 }])
  })

  test('of an earlier version can be read', async () => {
    const path = join(mailroom.folder, 'earlier')
    const earlier = new Database(path, { single: true })
    earlier.exec(schema)
    earlier.exec('PRAGMA user_version = 1')
    const [known] = await found(mailroom, 'id:m-1')
    const { row, complete: _complete, ...message } = known!
    earlier.run('INSERT INTO message VALUES (?, ?, NULL)', row, JSON.stringify({ ...message, id: 'earlier' }))
    earlier.run("INSERT INTO block VALUES (1, ?, ?, 1, 1, 1, NULL, '')", row, row)
    earlier.close()
    expect(await importedFrom(mailroom, path)).toMatchObject({ state: 'whole', added: 1, setAside: 0 })
    expect(await found(mailroom, 'id:earlier')).toMatchObject([{ subject: message.subject }])
  })

  test('loses only impossible records', async () => {
    const path = await copyOf(await backUp())
    for (const [at, record] of ['"a"', 'null', '{', '{"id":"x","email":"x@x.example","tags":"no list"}'].entries()) {
      const hand = new Database(path, { single: true })
      expect(hand.run('UPDATE message SET record = ? WHERE row = (SELECT min(row) FROM message)', record)).toBe(1)
      hand.close()
      expect(await importedFrom(await secondAccount(`Account ${at}`), path), record).toMatchObject({
        state: 'whole',
        added: 3000,
        setAside: 1,
        examples: [{ place: 'Record 7', reason: 'The record is damaged' }],
      })
    }
  })
})

describe('a database is refused with an error message', () => {
  test('if another program made it', async () => {
    const path = join(mailroom.folder, 'other')
    const other = new Database(path, { single: true })
    other.exec('CREATE TABLE pack (key INTEGER); PRAGMA user_version = 2')
    other.close()
    const sentence = 'The file is another program’s database. Choose a backup that Mailroom made.'
    expect(await inspectionOf(path)).toMatchObject({ code: 'not-an-export', message: sentence })
  })

  test('if a newer Mailroom made it', async () => {
    const path = await copyOf(await backUp())
    const newer = new Database(path, { single: true })
    newer.exec('CREATE TABLE more (a); PRAGMA user_version = 99')
    newer.close()
    expect(await inspectionOf(path)).toMatchObject({
      message: expect.stringMatching(/written by a newer version of Mailroom/) as string,
    })
  })

  test('if it is damaged or incomplete', async () => {
    const path = await backUp()
    const bytes = await readFile(path)
    const torn = await copyOf(path)
    await truncate(torn, Math.floor(bytes.length / 2))
    const overwritten = await copyOf(path)
    await writeFile(overwritten, Buffer.from(bytes).fill(7, 4096 * 4, 4096 * 12))
    const lacking = await copyOf(path)
    const hand = new Database(lacking, { single: true })
    hand.run('DELETE FROM pack WHERE key = (SELECT max(key) FROM pack)')
    hand.close()
    for (const damaged of [torn, overwritten]) {
      expect(await inspectionOf(damaged)).toMatchObject({ message: expect.stringContaining('damaged') as string })
    }
    expect(await inspectionOf(await fileOfHead())).toMatchObject({
      message: expect.stringContaining('damaged') as string,
    })
    const into = await secondAccount()
    const report = await importedFrom(into, lacking)
    expect(report).toMatchObject({ state: 'part', reason: expect.stringContaining('The backup is damaged') as string })
    expect(report.added).toBeGreaterThan(2900)
  })

  test('if it is open, and a copy without its log is read without creating one', async () => {
    const live = join(mailroom.folder, 'accounts', first, archiveFileName)
    expect(await inspectionOf(live)).toMatchObject({ message: expect.stringContaining('Create a backup') as string })
    await mailroom.app.close()
    const copy = await copyOf(live)
    mailroom = await openApp()
    first = (await mailroom.addAccount()).id
    expect(await importedFrom(mailroom, copy)).toMatchObject({ state: 'whole', added: 3001 })
    expect(await readdir(join(copy, '..'))).toEqual(['kept'])
  })
})

async function fileOfHead(): Promise<string> {
  return mailroom.app.files.find(await fileOf(mailroom, `SQLite format 3\0${'x'.repeat(5000)}`)).path
}
