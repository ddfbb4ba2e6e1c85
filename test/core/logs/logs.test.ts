import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { CapturedLogger } from '#test/support/captured-logger.ts'
import { openApp, type OpenApp } from '#test/support/open-app.ts'

const logger = new CapturedLogger()
let mailroom: OpenApp
let logs: string

beforeEach(async () => {
  mailroom = await openApp(() => ({ logger }))
  logs = join(mailroom.folder, 'logs')
  await mkdir(logs, { recursive: true })
})

const line = (time: number) => `${JSON.stringify({ time, level: 'info', text: `Line ${time}`, details: {} })}\n`

test('The newest lines are returned first, up to the requested number.', async () => {
  await writeFile(join(logs, 'mailroom.log'), line(1) + line(2) + line(3))
  expect((await mailroom.ask('logs.read', { limit: 2 })).map(({ time }) => time)).toEqual([3, 2])
})

test('A partly written line is left out.', async () => {
  await writeFile(join(logs, 'mailroom.log'), `${line(1)}{"time":2,"lev`)
  expect((await mailroom.ask('logs.read', { limit: 10 })).map(({ time }) => time)).toEqual([1])
})

test('A log that does not exist has no lines.', async () => {
  expect(await mailroom.ask('logs.read', { limit: 10 })).toEqual([])
})

test('Errors of the page are written to the same log.', async () => {
  await mailroom.ask('logs.report', { message: 'x is undefined', stack: 'at y' })
  const failure = { level: 'error', text: 'An error occurred in the page: x is undefined', details: { stack: 'at y' } }
  expect(logger.lines).toContainEqual(failure)
})

test('The bundle contains the older log before the newer one, readable only by its owner.', async () => {
  await writeFile(join(logs, 'mailroom.log'), line(2))
  await writeFile(join(logs, 'mailroom.log.1'), line(1))
  const { fileToken, name } = await mailroom.ask('logs.bundle')
  expect(name).toMatch(/^mailroom-log-\d{4}-\d\d-\d\d\.txt\.gz$/)
  using held = mailroom.app.files.hold(fileToken)
  expect(gunzipSync(await readFile(held.path)).toString()).toBe(line(1) + line(2))
  expect((await stat(held.path)).mode & 0o777).toBe(0o600)
})

test('Nothing is left of a bundle that could not be made.', async () => {
  await writeFile(join(logs, 'mailroom.log'), line(2))
  await mkdir(join(logs, 'mailroom.log.1'))
  await expect(mailroom.ask('logs.bundle')).rejects.toMatchObject({ code: 'disk' })
  expect(await readdir(join(mailroom.folder, 'exports'))).toEqual([])
})
