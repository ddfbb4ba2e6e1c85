import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { App } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import type { Paths } from '#core/base/ports.ts'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import type { Account } from '#shared/contract/accounts.ts'
import { CapturedLogger } from '#test/support/captured-logger.ts'
import { createDataFolder, type DataFolder } from '#test/support/data-folder.ts'
import { startTestApp, testPorts } from '#test/support/test-ports.ts'

let folder: DataFolder
let threads: string[]
let logger: CapturedLogger
beforeEach(async () => {
  folder = await createDataFolder()
  threads = []
  logger = new CapturedLogger()
})
afterEach(() => folder.remove())

/** Notes every thread that the app begins. */
function start(): Promise<App> {
  const { paths } = testPorts(folder.path)
  const worker: Paths['worker'] = (name) => {
    threads.push(name)
    return paths.worker(name)
  }
  return startTestApp(folder.path, { logger, paths: { ...paths, worker } })
}

const ask = <Output>(app: App, name: string, input?: unknown) =>
  dispatch(app, name, input, { signal: new AbortController().signal }) as Promise<Output>

async function addAccount(app: App, name: string): Promise<string> {
  const profile = { ...accountDefaults, name, baseUrl: 'http://127.0.0.1:1/v1', user: 'user@example.com' }
  const account = await ask<Account>(app, 'accounts.create', { profile, key: 'k', keep: 'this-run' })
  return account.id
}

test.each(['archive.info', 'archive.check', 'sync.status', 'sync.now'])(
  'a page that asks behind the close opens nothing any more: %s',
  async (name) => {
    const app = await start()
    const accountId = await addAccount(app, 'Shop')
    await app.close()
    await expect(ask(app, name, { accountId })).rejects.toMatchObject({ code: 'cancelled' })
    expect(threads).toEqual([])
    expect(app.runningJobs()).toEqual([])
  },
)

test('an archive that cannot be closed in good order keeps nothing else from being closed', async () => {
  const app = await start()
  const accountId = await addAccount(app, 'Shop')
  await ask(app, 'archive.info', { accountId })
  const database = new DatabaseSync(join(folder.path, 'accounts', accountId, 'archive.sqlite'))
  // As on a full disk, that it was closed cannot be written.
  database.exec(`CREATE TRIGGER full BEFORE INSERT ON setting BEGIN SELECT RAISE(FAIL, 'disk full'); END`)
  database.close()
  await app.close()
  const said = logger.lines.filter(({ level }) => level === 'error')
  expect(said).toMatchObject([{ details: { account: accountId } }])
})

test('the sandbox does not start again behind the close', async () => {
  const app = await start()
  await app.close()
  await expect(ask(app, 'sandbox.explore', { scenario: 'empty' })).rejects.toMatchObject({ code: 'cancelled' })
  expect(threads).toEqual([])
})

test('the close gives up the filling of a sandbox, which then is as it was before', async () => {
  const app = await start()
  const exploring = ask(app, 'sandbox.explore', { scenario: 'million' })
  const given = expect(exploring).rejects.toMatchObject({ code: 'cancelled', message: 'Mailroom is closing.' })
  await expect.poll(() => existsSync(join(folder.path, 'sandbox', 'sandbox.sqlite'))).toBe(true)
  await app.close()
  await given
  const again = await start()
  await ask(again, 'sandbox.explore', { scenario: 'empty' })
  expect(await ask(again, 'sandbox.state')).toMatchObject({ scenario: 'empty', messages: 0 })
  await again.close()
})

test('an app that is closed while it resumes its syncs resumes no more of them', async () => {
  const app = await start()
  const ids = [await addAccount(app, 'One'), await addAccount(app, 'Two'), await addAccount(app, 'Three')]
  await app.close()
  for (const id of ids) await mkdir(join(folder.path, 'accounts', id), { recursive: true })
  threads = []
  const again = await start()
  await again.close()
  // The one that was being opened was waited for.
  expect(threads).toEqual(['archive'])
})
