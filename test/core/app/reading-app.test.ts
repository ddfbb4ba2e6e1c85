import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createReadingApp } from '#core/create-reading-app.ts'
import { dispatch } from '#core/dispatch.ts'
import { archiveFileName } from '#core/archive/engine/file/archive-files.ts'
import { Database } from '#core/archive/engine/file/database.ts'
import { schema } from '#core/archive/engine/file/schema.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/contract/table.ts'
import { generateMessages } from '#test/core/archive/support/generate.ts'
import { openArchive, temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { CapturedLogger } from '#test/support/captured-logger.ts'
import { testPorts } from '#test/support/test-ports.ts'
import { writeAccounts } from '#test/core/support/written-accounts.ts'

const messages = [...generateMessages({ count: 2000 })]
const everything = { accountId: 'shop', text: '', zone: 'UTC', offset: 0, limit: 500 }

async function dataFolder(): Promise<string> {
  const folder = await temporaryFolder()
  await writeAccounts(folder, [
    { id: 'shop', name: 'Shop', proxy: 'http://me:hunter2@proxy.example:8080' },
    { id: 'blind', name: 'Blind', storeHistory: false },
  ])
  return folder
}

const archiveOf = (folder: string, id: string): string => join(folder, 'accounts', id)

async function reader(folder: string) {
  const app = { ...(await createReadingApp(testPorts(folder))), logger: new CapturedLogger() }
  onTestFinished(() => app.close())
  return async <Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<CommandOutput<Name>> => {
    const output = await dispatch(app, name, input, { signal: new AbortController().signal })
    return output as CommandOutput<Name>
  }
}

test('finds what another process writes as soon as it is written', async () => {
  const folder = await dataFolder()
  const writer = await openArchive({ folder: archiveOf(folder, 'shop') })
  await writer.import(messages.slice(0, 1000))
  const ask = await reader(folder)
  expect((await ask('messages.search', everything)).count).toEqual({ value: 1000, exact: true })
  await writer.import(messages.slice(1000))
  expect((await ask('messages.search', everything)).count).toEqual({ value: 2000, exact: true })
  const { email } = messages.at(-1)!
  const found = await ask('recipients.find', { accountId: 'shop', text: email, limit: 5, asker: 'test' })
  expect(found?.recipients).toMatchObject([{ email }])
  const { total } = await ask('statistics.archive', { ...withoutPage, groups: ['tag'], metaKey: null, limit: 5 })
  expect(total.messages).toBe(2000)
})

const { offset: _offset, limit: _limit, ...withoutPage } = everything

test('reads everything that a closed writer left, without changing the data', async () => {
  const folder = await dataFolder()
  const writer = await openArchive({ folder: archiveOf(folder, 'shop') })
  await writer.import(messages)
  await writer.close()
  const accounts = await readFile(join(folder, 'accounts.json'))
  const archive = await readFile(join(archiveOf(folder, 'shop'), archiveFileName))
  const ask = await reader(folder)
  expect((await ask('messages.count', withoutPage)).value).toBe(2000)
  expect(await readFile(join(archiveOf(folder, 'shop'), archiveFileName))).toEqual(archive)
  expect(await readFile(join(folder, 'accounts.json'))).toEqual(accounts)
  expect((await readdir(folder)).sort()).toEqual(['accounts', 'accounts.json'])
})

test('reads the data of a killed writer up to its last transaction', async () => {
  const [folder, copy] = [await dataFolder(), await temporaryFolder()]
  const writer = await openArchive({ folder: archiveOf(folder, 'shop') })
  await writer.import(messages)
  // The database’s log is not yet part of the file, and nothing will merge it.
  await cp(folder, copy, { recursive: true })
  const ask = await reader(copy)
  expect((await ask('messages.count', withoutPage)).value).toBe(2000)
})

test('lists accounts without a password, and refuses other commands with an error message', async () => {
  const folder = await dataFolder()
  const ask = await reader(folder)
  const { accounts, currentId } = await ask('accounts.list', undefined)
  expect(currentId).toBe('shop')
  expect(accounts.map(({ name, keyState }) => [name, keyState])).toEqual([
    ['Shop', 'stored'],
    ['Blind', 'stored'],
  ])
  expect(JSON.stringify(accounts)).not.toContain('hunter2')
  await expect(ask('messages.search', everything)).rejects.toMatchObject({ code: 'no-archive' })
  await expect(ask('messages.search', { ...everything, accountId: 'blind' })).rejects.toMatchObject({
    code: 'history-not-kept',
  })
  await expect(ask('messages.search', { ...everything, accountId: 'gone' })).rejects.toMatchObject({
    code: 'not-found',
  })
  await expect(ask('sync.now', { accountId: 'shop' })).rejects.toMatchObject({ code: 'not-offered' })
})

test('does not change an older Mailroom’s archive, and keeps a damaged list of accounts', async () => {
  const folder = await dataFolder()
  await (await openArchive({ folder: archiveOf(folder, 'shop') })).close()
  const older = new Database(join(folder, 'accounts', archiveFileName))
  older.exec(schema)
  older.exec('PRAGMA user_version = 1')
  older.close()
  await writeAccounts(folder, [{ id: '.', name: 'Old' }])
  const ask = await reader(folder)
  await expect(ask('messages.search', { ...everything, accountId: '.' })).rejects.toMatchObject({
    code: 'archive-older',
  })
  await writeFile(join(folder, 'accounts.json'), '{"accounts": [')
  await expect(createReadingApp(testPorts(folder))).rejects.toMatchObject({ code: 'accounts-unreadable' })
  expect(await readFile(join(folder, 'accounts.json'), 'utf8')).toBe('{"accounts": [')
})
