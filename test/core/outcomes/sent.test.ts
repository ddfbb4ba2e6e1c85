import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { App } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import { createSandbox, type Sandbox } from '#sandbox/create-sandbox.ts'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import type { Account } from '#shared/contract/accounts.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { createDataFolder, type DataFolder } from '#test/support/data-folder.ts'
import { startTestApp } from '#test/support/test-ports.ts'

let folder: DataFolder
let service: Sandbox
let app: App

beforeEach(async () => {
  folder = await createDataFolder()
  service = await createSandbox({ smtp: false })
  app = await startTestApp(folder.path)
})
afterEach(async () => {
  await app.close()
  await service.close()
  await folder.remove()
})

const ask = <Output>(name: string, input?: unknown) =>
  dispatch(app, name, input, { signal: new AbortController().signal }) as Promise<Output>
const text = 'Every word of it.\nAnd a second line.'
const message = { to: ['ada@example.org', 'eve@example.org'], from: 'shop@sender.example', subject: 'Hello', text }

async function addAccount(differs: Partial<Account> = {}): Promise<string> {
  const { url: baseUrl, credentials } = service
  const profile = { ...accountDefaults, name: 'Shop', baseUrl, user: credentials.user, ...differs }
  return (await ask<Account>('accounts.create', { profile, key: credentials.key, keep: 'this-run' })).id
}

/** Sends, and has the records of it in the archive. */
async function send(accountId: string, id = crypto.randomUUID() as string): Promise<string> {
  const sentAt = Date.now() - 1000
  await ask('compose.sendTest', { accountId, id, message })
  await ask('compose.findTest', { accountId, sendId: id, sentAt })
  return id
}

async function whatWasSent(accountId: string, email: string) {
  const { rows } = await ask<CommandOutput<'messages.search'>>('messages.search', {
    accountId,
    text: `to:${email}`,
    zone: 'UTC',
    offset: 0,
    limit: 10,
  })
  const [row] = rows as [(typeof rows)[number]]
  return (await ask<CommandOutput<'messages.get'>>('messages.get', { accountId, row: row.row })).sent
}

const archiveFolder = (accountId: string) => join(folder.path, 'accounts', accountId)

/** How many sends the archive knows of; none where there is no archive. */
function kept(accountId: string): number {
  const path = join(archiveFolder(accountId), 'archive.sqlite')
  if (!existsSync(path)) return 0
  const database = new DatabaseSync(path, { readOnly: true })
  const { sends } = database.prepare('SELECT count(*) AS sends FROM sent').get() as { sends: number }
  database.close()
  return sends
}

test('a message tells what was sent, to each of its recipients, until the last is erased', async () => {
  const accountId = await addAccount()
  await send(accountId)
  expect(await whatWasSent(accountId, 'ada@example.org')).toMatchObject({ text })
  await ask('recipients.erase', { accountId, email: 'ada@example.org' })
  expect(await whatWasSent(accountId, 'eve@example.org')).toMatchObject({ text })
  await ask('recipients.erase', { accountId, email: 'eve@example.org' })
  expect(kept(accountId)).toBe(0)
  // Nor does a free page or the log beside the file tell of it.
  const files = await readdir(archiveFolder(accountId))
  const contents = await Promise.all(files.map((name) => readFile(join(archiveFolder(accountId), name), 'latin1')))
  expect(contents.filter((content) => content.includes('Every word of it.'))).toEqual([])
})

test('what the service refused is not kept, what it may have taken is', async () => {
  const accountId = await addAccount()
  service.faults.set([{ kind: 'status', path: '/messages/send', status: 400 }])
  await expect(send(accountId)).rejects.toThrow()
  expect(kept(accountId)).toBe(0)
  service.faults.set([{ kind: 'cut', path: '/messages/send' }])
  const id = crypto.randomUUID()
  await expect(send(accountId, id)).rejects.toMatchObject({ code: 'outcome-unknown' })
  service.faults.clear()
  await ask('compose.findTest', { accountId, sendId: id, sentAt: Date.now() - 1000 })
  expect(await whatWasSent(accountId, 'ada@example.org')).toMatchObject({ text })
})

test('a second try of the same send takes nothing away from the first', async () => {
  const accountId = await addAccount()
  service.faults.set([{ kind: 'cut', path: '/messages/send' }])
  const id = crypto.randomUUID()
  await expect(send(accountId, id)).rejects.toMatchObject({ code: 'outcome-unknown' })
  service.faults.clear()
  await expect(send(accountId, id)).rejects.toMatchObject({ code: 'conflict' })
  await ask('compose.findTest', { accountId, sendId: id, sentAt: Date.now() - 1000 })
  expect(await whatWasSent(accountId, 'eve@example.org')).toMatchObject({ text })
})

test.each([{ storeHistory: false }, { correlateSends: false }])('nothing is kept with %o', async (differs) => {
  const accountId = await addAccount(differs)
  await ask('compose.sendTest', { accountId, id: crypto.randomUUID(), message })
  expect(kept(accountId)).toBe(0)
})
