import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import { scheduleOf } from '#test/core/exports/support/scheduling.ts'
import type { OpenApp } from '#test/support/open-app.ts'
import { bootMain, type BootedMain } from './boot.ts'

let folder: string
let main: BootedMain
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-notifications-'))
})
afterEach(async () => {
  await main.close()
  await rm(folder, { recursive: true })
})

async function boot(notificationProblem = ''): Promise<void> {
  main = await bootMain({ dataFolder: join(folder, 'data'), flags: ['--secrets', 'memory'], notificationProblem })
}

/**
 * Schedules exports into a missing folder, so each run causes a notification. Returns a function that starts the next
 * run.
 */
async function failingExports(): Promise<() => Promise<void>> {
  const { electron, invoke } = main
  const target = join(folder, 'exports')
  await mkdir(target)
  const choosing = invoke('files.chooseFolder', { title: 'Choose a folder' })
  await expect.poll(() => electron.dialogs()).toHaveLength(1)
  await electron.answerDialog({ canceled: false, filePaths: [target] })
  const { token } = (await choosing)!
  const profile = { ...accountDefaults, name: 'Shop', baseUrl: 'http://127.0.0.1:9/v1', user: 'someone' }
  const { id: accountId } = await invoke('accounts.create', { profile, key: 'a-key', keep: 'this-run' })
  const save = () => invoke('schedules.save', scheduleOf({ accountId } as OpenApp, token))
  const ids = [(await save()).id, (await save()).id]
  await rm(target, { recursive: true })
  return async () => void (await invoke('schedules.run', { id: ids.shift()! }))
}

async function notices(): Promise<string[]> {
  const events = await main.electron.events()
  return events.flatMap((event) => (event.name === 'app.notice' ? [event.payload.text] : []))
}

const text = expect.stringMatching(/^Shop: a scheduled export failed\. .*no longer there/) as string

it('notices become system notifications, and a click opens their place', async () => {
  await boot()
  const run = await failingExports()
  await run()
  await expect.poll(() => main.electron.notifications()).toMatchObject([{ title: 'Shop: a scheduled export failed' }])
  await main.electron.clickNotification()
  const { currentId: accountId } = await main.invoke('accounts.list', undefined)
  expect(await main.electron.events()).toContainEqual({ name: 'app.openView', payload: { accountId, view: 'exports' } })
  expect(await notices()).toEqual([])
})

it('notices that the system does not show are shown in the window, including the first one', async () => {
  await boot('the program is not signed')
  const run = await failingExports()
  await run()
  await expect.poll(notices).toEqual([text])
  expect((await main.invoke('app.info', undefined)).capabilities.notify).toBe(false)
  await run()
  await expect.poll(notices).toEqual([text, text])
  expect(await main.electron.notifications()).toHaveLength(1)
  const log = await readFile(join(folder, 'data', 'logs', 'mailroom.log'), 'utf8')
  expect(log.split('\n').filter((line) => line.includes('the program is not signed'))).toHaveLength(1)
})
