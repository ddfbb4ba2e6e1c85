import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { App } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import type { Invoke } from '#core/base/handlers.ts'
import type { Files } from '#core/base/ports.ts'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import { createDataFolder, type DataFolder } from '#test/support/data-folder.ts'
import { startTestApp, testPorts } from '#test/support/test-ports.ts'

let folder: DataFolder
let app: App

beforeEach(async () => {
  folder = await createDataFolder()
})
afterEach(async () => {
  await app.close()
  await folder.remove()
})

const invoke: Invoke = (name, input) => dispatch(app, name, input, { signal: new AbortController().signal }) as never
const namesIn = (name: string) => readdir(join(folder.path, name)).catch(() => [])

/** An app with an account; its save dialog is answered by the test. */
async function start(chooseSaveTarget: Files['chooseSaveTarget'] = () => Promise.resolve(null)): Promise<string> {
  const { capabilities, files } = testPorts(folder.path)
  const dialogs = { capabilities: { ...capabilities, saveToDisk: true }, files: { ...files, chooseSaveTarget } }
  app = await startTestApp(folder.path, dialogs)
  const profile = { ...accountDefaults, name: 'Shop', baseUrl: 'http://127.0.0.1:9/v1', user: 'someone' }
  return (await invoke('accounts.create', { profile, key: 'a-key', keep: 'this-run' })).id
}

/** A file that Mailroom made for its page to save. */
async function aCopy(): Promise<string> {
  await mkdir(join(folder.path, 'logs'), { recursive: true })
  await writeFile(join(folder.path, 'logs', 'mailroom.log'), '')
  return (await invoke('logs.bundle', undefined)).fileToken
}

test('what an earlier run kept for its page, or left behind while it read a file, is gone after the next start', async () => {
  for (const name of ['exports/source.eml', 'reading/file-1/spool']) {
    await mkdir(join(folder.path, name, '..'), { recursive: true })
    await writeFile(join(folder.path, name), 'jane@example.org')
  }
  await start()
  expect([await namesIn('exports'), await namesIn('reading')]).toEqual([[], []])
})

test('erasing a person removes every copy that waits to be saved, and no file of the user', async () => {
  const accountId = await start()
  const token = await aCopy()
  const own = join(folder.path, 'own.csv')
  await writeFile(own, 'mine')
  const ownToken = (await app.files.register(own)).token
  expect(await namesIn('exports')).toHaveLength(1)
  await invoke('recipients.erase', { accountId, email: 'jane@example.org' })
  expect(await namesIn('exports')).toEqual([])
  await expect(invoke('files.saveAs', { token, name: 'a' })).rejects.toMatchObject({ code: 'file-gone' })
  expect(app.files.find(ownToken)).toMatchObject({ name: 'own.csv' })
  await invoke('files.release', { token: ownToken })
  expect(await readFile(own, 'utf8')).toBe('mine')
})

test('a copy that is being saved while a person is erased is saved, and then gone', async () => {
  const [asked, chosen] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
  const accountId = await start(() => {
    asked.resolve()
    return chosen.promise
  })
  const token = await aCopy()
  const saving = invoke('files.saveAs', { token, name: 'log.txt.gz' })
  await asked.promise
  await invoke('recipients.erase', { accountId, email: 'jane@example.org' })
  expect(await namesIn('exports')).toHaveLength(1)
  chosen.resolve(join(folder.path, 'saved.gz'))
  expect(await saving).toEqual({ saved: true })
  expect((await readFile(join(folder.path, 'saved.gz'))).length).toBeGreaterThan(0)
  await expect.poll(() => namesIn('exports')).toEqual([])
})
