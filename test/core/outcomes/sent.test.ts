import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test } from 'vitest'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import type { AccountProfile } from '#shared/contract/accounts.ts'
import { openAppAtSandbox, type Ask, type OpenApp } from '#test/support/open-app.ts'

let mailroom: OpenApp<Sandbox>
beforeEach(async () => {
  mailroom = await openAppAtSandbox()
})

const ask: Ask = (name, ...input) => mailroom.ask(name, ...input)
const text = 'Every word of it.\nAnd a second line.'
const message = { to: ['ada@example.org', 'eve@example.org'], from: 'shop@sender.example', subject: 'Hello', text }

const addAccount = async (differs?: Partial<AccountProfile>) => (await mailroom.addAccount(differs)).id

/** Sends a message and reads its records into the archive. */
async function send(accountId: string, id = crypto.randomUUID() as string): Promise<string> {
  const sentAt = Date.now() - 1000
  await ask('sends.test', { accountId, id, message })
  await ask('sends.findTest', { accountId, sendId: id, sentAt })
  return id
}

async function whatWasSent(accountId: string, email: string) {
  const { rows } = await ask('messages.search', {
    accountId,
    text: `to:${email}`,
    zone: 'UTC',
    offset: 0,
    limit: 10,
  })
  const [row] = rows as [(typeof rows)[number]]
  return (await ask('messages.get', { accountId, row: row.row })).sent
}

const archiveFolder = (accountId: string) => join(mailroom.folder, 'accounts', accountId)

/** The number of sends in the archive; 0 if there is no archive. */
function kept(accountId: string): number {
  const path = join(archiveFolder(accountId), 'archive.sqlite')
  if (!existsSync(path)) return 0
  const database = new DatabaseSync(path, { readOnly: true })
  const { sends } = database.prepare('SELECT count(*) AS sends FROM sent').get() as { sends: number }
  database.close()
  return sends
}

test('a message shows what was sent to each of its recipients, until the last one is erased', async () => {
  const accountId = await addAccount()
  await send(accountId)
  expect(await whatWasSent(accountId, 'ada@example.org')).toMatchObject({ text })
  await ask('recipients.erase', { accountId, email: 'ada@example.org' })
  expect(await whatWasSent(accountId, 'eve@example.org')).toMatchObject({ text })
  await ask('recipients.erase', { accountId, email: 'eve@example.org' })
  expect(kept(accountId)).toBe(0)
  // The text is gone, even from free pages and from the log beside the file.
  const files = await readdir(archiveFolder(accountId))
  const contents = await Promise.all(files.map((name) => readFile(join(archiveFolder(accountId), name), 'latin1')))
  expect(contents.filter((content) => content.includes('Every word of it.'))).toEqual([])
})

test('a refused message is not stored, and one with an unknown outcome is', async () => {
  const accountId = await addAccount()
  mailroom.service.faults.set([{ kind: 'status', path: '/messages/send', status: 400 }])
  await expect(send(accountId)).rejects.toThrow()
  expect(kept(accountId)).toBe(0)
  mailroom.service.faults.set([{ kind: 'cut', path: '/messages/send' }])
  const id = crypto.randomUUID()
  await expect(send(accountId, id)).rejects.toMatchObject({ code: 'outcome-unknown' })
  mailroom.service.faults.clear()
  await ask('sends.findTest', { accountId, sendId: id, sentAt: Date.now() - 1000 })
  expect(await whatWasSent(accountId, 'ada@example.org')).toMatchObject({ text })
})

test('a second attempt of the same send does not remove the copy of the first', async () => {
  const accountId = await addAccount()
  mailroom.service.faults.set([{ kind: 'cut', path: '/messages/send' }])
  const id = crypto.randomUUID()
  await expect(send(accountId, id)).rejects.toMatchObject({ code: 'outcome-unknown' })
  mailroom.service.faults.clear()
  await expect(send(accountId, id)).rejects.toMatchObject({ code: 'conflict' })
  await ask('sends.findTest', { accountId, sendId: id, sentAt: Date.now() - 1000 })
  expect(await whatWasSent(accountId, 'eve@example.org')).toMatchObject({ text })
})

test.each([{ storeHistory: false }, { correlateSends: false }])('nothing is stored with %o', async (differs) => {
  const accountId = await addAccount(differs)
  await ask('sends.test', { accountId, id: crypto.randomUUID(), message })
  expect(kept(accountId)).toBe(0)
})
