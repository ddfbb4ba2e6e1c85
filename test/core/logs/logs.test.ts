import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Invoke } from '#core/base/handlers.ts'
import type { App } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import { CapturedLogger } from '#test/support/captured-logger.ts'
import { createDataFolder, type DataFolder } from '#test/support/data-folder.ts'
import { startTestApp } from '#test/support/test-ports.ts'

const logger = new CapturedLogger()
let folder: DataFolder
let logs: string
let app: App

beforeEach(async () => {
  folder = await createDataFolder()
  logs = join(folder.path, 'logs')
  await mkdir(logs, { recursive: true })
  app = await startTestApp(folder.path, { logger })
})
afterEach(async () => {
  await app.close()
  await folder.remove()
})

const invoke: Invoke = (name, input) => dispatch(app, name, input, { signal: new AbortController().signal }) as never
const line = (time: number) => `${JSON.stringify({ time, level: 'info', text: `Line ${time}`, details: {} })}\n`

test('The newest lines come first, and no more than were asked for.', async () => {
  await writeFile(join(logs, 'mailroom.log'), line(1) + line(2) + line(3))
  expect((await invoke('logs.read', { limit: 2 })).map(({ time }) => time)).toEqual([3, 2])
})

test('A line that was half written is left out.', async () => {
  await writeFile(join(logs, 'mailroom.log'), `${line(1)}{"time":2,"lev`)
  expect((await invoke('logs.read', { limit: 10 })).map(({ time }) => time)).toEqual([1])
})

test('A log that was never written has no lines.', async () => {
  expect(await invoke('logs.read', { limit: 10 })).toEqual([])
})

test('A failure of the page reaches the same log.', async () => {
  await invoke('logs.report', { message: 'x is undefined', stack: 'at y' })
  const failure = { level: 'error', text: 'The page failed: x is undefined', details: { stack: 'at y' } }
  expect(logger.lines).toContainEqual(failure)
})

test('The bundle holds the older log before the newer one, readable by its owner alone.', async () => {
  await writeFile(join(logs, 'mailroom.log'), line(2))
  await writeFile(join(logs, 'mailroom.log.1'), line(1))
  const { fileToken, name } = await invoke('logs.bundle', undefined)
  expect(name).toMatch(/^mailroom-log-\d{4}-\d\d-\d\d\.txt\.gz$/)
  using held = app.files.hold(fileToken)
  expect(gunzipSync(await readFile(held.path)).toString()).toBe(line(1) + line(2))
  expect((await stat(held.path)).mode & 0o777).toBe(0o600)
})
