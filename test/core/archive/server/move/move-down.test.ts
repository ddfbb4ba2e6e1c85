import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { parse } from '#shared/domain/query/parse.ts'
import { archiveFileName } from '#core/archive/engine/file/archive-files.ts'
import { sql } from '#core/archive/server/connection/sql.ts'
import { moveToFile } from '#core/archive/server/move-archive.ts'
import { ServerArchive } from '#core/archive/server/server-archive.ts'
import { all, everyMessage } from '../../support/compare.ts'
import { createSchema, onServer } from '../../support/open-server.ts'
import { erased, optionsOf, variousMessages } from '../../support/moving.ts'
import { openArchive, temporaryFolder } from '../../support/open-archive.ts'
import { teamArchive } from '../administration/team-server.ts'

const context = { now: Date.UTC(2026, 0, 1), zone: 'UTC' }
const [from, to] = [Date.UTC(2025, 0, 1) / 1000, Date.UTC(2025, 5, 1) / 1000]

async function openServer(messages = variousMessages()) {
  const address = await createSchema()
  const archive = await ServerArchive.open(optionsOf(address))
  onTestFinished(() => archive.close().catch(() => undefined))
  await archive.takeLease()
  // Imports messages of one second in an order other than that of their milliseconds.
  await archive.import(messages.toReversed().slice(0, 300))
  await archive.import(messages, { covered: { from, to }, lastSync: 77 })
  await archive.erase(erased)
  await archive.setSetting('report', { name: 'a\0b\ud800' })
  return { address, archive }
}

async function newFile() {
  const folder = await temporaryFolder()
  return { folder, target: join(folder, archiveFileName) }
}

onServer('backs up a whole archive as a file that returns the same results', async () => {
  const { archive } = await openServer()
  const { folder, target } = await newFile()
  const notes = new Set<string>()
  const { messages } = await archive.backUp(target, { account: 'Shop', progress: ({ note }) => notes.add(note) })
  expect([...notes]).toEqual(['Copying', 'Checking the copy'])
  expect(await readdir(folder)).toEqual([archiveFileName])
  const copy = await openArchive({ folder })
  expect(copy.uncleanStop).toBe(false)
  const expected = await everyMessage(archive)
  expect(messages).toBe(expected.length)
  expect(await everyMessage(copy)).toEqual(expected)
  expect(await copy.horizon()).toEqual(await archive.horizon())
  expect(await copy.setting('report')).toEqual({ name: 'a\0b\ud800' })
  expect(await copy.setting('backup')).toMatchObject({ account: 'Shop' })
  for (const text of ['invoice', 'opened:yes', 'from:billing -tag:reminder', 'due', 'to:example.org']) {
    const request = { query: parse(text).query, context, limit: 200 }
    expect((await copy.search(request)).rows, text).toEqual((await archive.search(request)).rows)
    expect(await copy.histogram(request), text).toEqual(await archive.histogram(request))
  }
  expect(await copy.import(expected.slice(0, 50))).toMatchObject({ added: 0 })
  expect(await copy.isErased(erased.toUpperCase())).toBe(true)
  expect(await copy.import([{ ...expected[0]!, id: 'again', email: erased }])).toMatchObject({ added: 0, erased: 1 })
})

onServer('backs up a single state of an archive that others change at the same time', async () => {
  const { address, archive } = await openServer()
  const { folder, target } = await newFile()
  const before = await everyMessage(archive)
  const other = await ServerArchive.open(optionsOf(address, 'bob'))
  onTestFinished(() => other.close())
  const changes: Promise<unknown>[] = []
  const progress = (): void => {
    if (changes.length === 0) changes.push(other.erase(before[0]!.email))
  }
  await archive.backUp(target, { account: 'Shop', progress })
  await Promise.all(changes)
  expect(await everyMessage(await openArchive({ folder }))).toEqual(before)
})

onServer('removes a backup that is cancelled or fails, and keeps the earlier one', async () => {
  const { address, archive } = await openServer()
  const { folder, target } = await newFile()
  for (const step of ['Copying', 'Checking the copy']) {
    const abort = new AbortController()
    const progress = ({ note }: { note: string }) => note === step && abort.abort(new Error('cancelled'))
    const backup = archive.backUp(target, { account: 'Shop', signal: abort.signal, progress })
    await expect(backup, step).rejects.toThrow('cancelled')
    expect(await readdir(folder), step).toEqual([])
  }
  await archive.backUp(target, { account: 'Shop' })
  const absent = { ...address, server: { ...address.server, schema: 'absent' } }
  await expect(moveToFile(optionsOf(absent), target, { account: 'Shop' })).rejects.toMatchObject({
    code: 'no-team-archive',
  })
  expect(await readdir(folder)).toEqual([archiveFileName])
  expect((await openArchive({ folder })).uncleanStop).toBe(false)
})

onServer('writes only a chosen period, and reports that nothing else is covered', async () => {
  const { address, archive } = await openServer()
  const { folder, target } = await newFile()
  const period = { from: Date.UTC(2025, 1, 10) / 1000, to: Date.UTC(2025, 3, 20) / 1000 }
  await moveToFile(optionsOf(address), target, { account: 'Shop', period })
  const copy = await openArchive({ folder })
  const expected = (await everyMessage(archive)).filter(({ createdDate }) => {
    const second = Math.floor(createdDate / 1000)
    return second >= period.from && second <= period.to
  })
  expect(expected.length).toBeGreaterThan(100)
  expect(await everyMessage(copy)).toEqual(expected)
  expect(await copy.horizon()).toMatchObject({ completeFrom: period.from, completeUntil: period.to, gaps: [] })
  expect((await copy.count(all)).value).toBe(expected.length)
})

onServer('warns a reader of the archive that erased people can be imported into the file again', async () => {
  const server = await teamArchive({})
  const address = (user: string) => ({ server: server.as(user).server, password: server.password })
  const ada = await ServerArchive.open(optionsOf(address('ada')))
  onTestFinished(() => ada.close())
  await ada.import(variousMessages(50))
  await ada.erase(erased)
  expect(await server.as('bob').query(sql`SELECT 1 FROM message LIMIT 1`)).toHaveLength(1)
  const { folder, target } = await newFile()
  const moved = await moveToFile(optionsOf(address('bob'), 'bob'), target, { account: 'Shop' })
  expect(moved.keepsErasedOut).toBe(false)
  expect(await (await openArchive({ folder: dirname(target) })).hasErased()).toBe(false)
  expect(await everyMessage(await openArchive({ folder }))).toEqual(await everyMessage(ada))
})
