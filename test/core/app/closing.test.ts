import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test } from 'vitest'
import type { Paths } from '#core/base/ports.ts'
import { CapturedLogger } from '#test/support/captured-logger.ts'
import { openApp, type OpenApp } from '#test/support/open-app.ts'

let mailroom: OpenApp
let threads: string[]
let logger: CapturedLogger
beforeEach(async () => {
  threads = []
  logger = new CapturedLogger()
  // Records every thread that the app starts.
  mailroom = await openApp(({ paths }) => {
    const worker: Paths['worker'] = (name) => {
      threads.push(name)
      return paths.worker(name)
    }
    return { logger, paths: { ...paths, worker } }
  })
})

test.each(['archive.info', 'archive.check', 'sync.status', 'sync.now'] as const)(
  'a page that calls after closing opens nothing: %s',
  async (name) => {
    const { id: accountId } = await mailroom.addAccount()
    await mailroom.close()
    await expect(mailroom.ask(name, { accountId })).rejects.toMatchObject({ code: 'cancelled' })
    expect(threads).toEqual([])
    expect(mailroom.app.isBusy()).toBe(false)
  },
)

test('an archive that fails to close does not prevent anything else from closing', async () => {
  const { id: accountId } = await mailroom.addAccount()
  await mailroom.ask('archive.info', { accountId })
  const database = new DatabaseSync(join(mailroom.folder, 'accounts', accountId, 'archive.sqlite'))
  // Simulates a full disk: the archive cannot record that it was closed.
  database.exec(`CREATE TRIGGER full BEFORE INSERT ON setting BEGIN SELECT RAISE(FAIL, 'disk full'); END`)
  database.close()
  await mailroom.close()
  const said = logger.lines.filter(({ level }) => level === 'error')
  expect(said).toMatchObject([{ details: { account: accountId } }])
})

test('the sandbox does not restart after closing', async () => {
  await mailroom.close()
  await expect(mailroom.ask('sandbox.explore', { scenario: 'empty' })).rejects.toMatchObject({ code: 'cancelled' })
  expect(threads).toEqual([])
})

test('closing the app cancels the filling of a sandbox and restores its earlier content', async () => {
  const exploring = mailroom.ask('sandbox.explore', { scenario: 'million' })
  const given = expect(exploring).rejects.toMatchObject({ code: 'cancelled', message: 'Mailroom is closing.' })
  await expect.poll(() => existsSync(join(mailroom.folder, 'sandbox', 'sandbox.sqlite'))).toBe(true)
  await mailroom.close()
  await given
  await mailroom.start()
  await mailroom.ask('sandbox.explore', { scenario: 'empty' })
  expect(await mailroom.ask('sandbox.state')).toMatchObject({ scenario: 'empty', messages: 0 })
})

test('an app that is closed while it resumes its syncs does not resume the others', async () => {
  const ids: string[] = []
  for (const name of ['One', 'Two', 'Three']) ids.push((await mailroom.addAccount({ name })).id)
  await mailroom.close()
  for (const id of ids) await mkdir(join(mailroom.folder, 'accounts', id), { recursive: true })
  threads = []
  await mailroom.start()
  await mailroom.close()
  // The app was opening the first archive, and waited only for that one.
  expect(threads).toEqual(['archive'])
})
