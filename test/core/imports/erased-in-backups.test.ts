import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Database } from '#core/archive/engine/file/database.ts'
import {
  addressesOnce,
  ended,
  openColleague,
  send,
  syncNow,
  syncToday,
  type Mailroom,
} from '#test/core/team/support/team-account.ts'
import { openAccount } from '#test/support/open-app.ts'
import { cells, file, imported } from './support.ts'

const [gone, stays, later] = ['gone@example.org', 'stays@example.org', 'later@example.org']

function erase({ ask, accountId }: Mailroom, email: string) {
  return ask('recipients.erase', { accountId, email })
}

/** The path of a backup, which the next erasure may remove. */
async function backUp(mailroom: Mailroom): Promise<string> {
  const { jobId } = await mailroom.ask('archive.backUp', { accountId: mailroom.accountId })
  const { result } = await ended(mailroom, jobId)
  return mailroom.app.files.find(result!.fileToken!).path
}

/** An account that has read messages to two people, one of whom was erased, and a copy of its backup. */
async function erasedAndBackedUp(): Promise<{ mailroom: Mailroom; backup: Buffer; path: string }> {
  const mailroom = await openAccount()
  await send(mailroom, gone)
  await send(mailroom, stays)
  await syncToday(mailroom)
  await addressesOnce(mailroom, 2)
  expect(await erase(mailroom, gone)).toMatchObject({ messages: 1 })
  const path = await backUp(mailroom)
  return { mailroom, path, backup: await readFile(path) }
}

test('a person erased before a backup stays erased in a new account that imports it', async () => {
  const { mailroom, backup } = await erasedAndBackedUp()
  const other = await openColleague(mailroom)
  expect((await imported(other, backup)).report).toMatchObject({ state: 'whole', added: 1 })
  await send(mailroom, later)
  await syncToday(other)
  await syncNow(other)
  expect(await addressesOnce(other, 2)).toEqual([later, stays])
  // A file that was exported before the erasure.
  const older = await file(other, 'csv', [cells(1, { email: 'Gone@Example.org' })])
  expect((await imported(other, older)).report).toMatchObject({ added: 0, erased: 1 })
  await other.restart()
  expect(await addressesOnce(other, 2)).toEqual([later, stays])
  const { accountId } = other
  const page = { email: gone, zone: 'UTC', offset: 0, limit: 10 }
  expect(await other.ask('recipients.get', { accountId, ...page })).toMatchObject({ total: 0, erased: true })
})

test('an account that has erased other people keeps out both, and keeps the messages that it has', async () => {
  const { mailroom, backup } = await erasedAndBackedUp()
  const other = await openColleague(mailroom)
  const own = 'own@example.org'
  await send(mailroom, own)
  await syncToday(other)
  await addressesOnce(other, 3)
  await erase(other, own)
  expect((await imported(other, backup)).report).toMatchObject({ state: 'whole', added: 0, erased: 0 })
  for (const address of [gone, own, later]) await send(mailroom, address)
  await syncNow(other)
  expect(await addressesOnce(other, 3)).toEqual([gone, later, stays])

  // The next backup lists the people of both.
  const third = await openColleague(mailroom)
  const next = await readFile(await backUp(other))
  expect((await imported(third, next)).report).toMatchObject({ added: 2, erased: 1 })
  await syncToday(third)
  await syncNow(third)
  expect(await addressesOnce(third, 2)).toEqual([later, stays])
})

test('a backup whose list of erased people can’t be used is not imported', async () => {
  const { mailroom, path } = await erasedAndBackedUp()
  for (const [at, change] of ["value = '7' WHERE name = 'salt'", "name = 'lost' WHERE name = 'salt'"].entries()) {
    const changed = join(mailroom.folder, `changed-${at}`)
    await copyFile(path, changed)
    const hand = new Database(changed, { single: true })
    expect(hand.run(`UPDATE setting SET ${change}`)).toBe(1)
    hand.close()
    const other = await openColleague(mailroom)
    const { token } = await other.app.files.register(changed)
    const { jobId } = await other.ask('imports.start', { accountId: other.accountId, token })
    const sentence = expect.stringContaining('The backup is damaged') as string
    expect(await ended(other, jobId)).toMatchObject({ state: 'failed', error: { message: sentence } })
    expect(await addressesOnce(other, 0)).toEqual([])
  }
})
