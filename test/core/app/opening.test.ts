import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '#core/create-app.ts'
import { CapturedLogger } from '#test/support/captured-logger.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
import { eventually } from '#test/support/eventually.ts'
import { askApp, testPorts } from '#test/support/test-ports.ts'

test('a call waits for every room, even for those that it does not need', async () => {
  const folder = await createDataFolder()
  onTestFinished(() => folder.remove())
  const app = await createApp(testPorts(folder.path))
  let isOpen = false
  void app.handlers.then(() => (isOpen = true))
  await askApp(app)('settings.get')
  expect(isOpen).toBe(true)
  await app.close()
})

test('if a room cannot be opened, every call fails with its error, and the other rooms are closed', async () => {
  const folder = await createDataFolder()
  onTestFinished(() => folder.remove())
  await mkdir(join(folder.path, 'outcomes.json'))
  const logger = new CapturedLogger()
  const app = await createApp(testPorts(folder.path, { logger }))
  // Nothing has been requested yet. An unhandled rejection would fail this run.
  await eventually(() => expect(logger.lines).toContainEqual(expect.objectContaining({ level: 'error' })))
  await nextTurn()
  await expect(askApp(app)('settings.get')).rejects.toThrow('could not read or write a file in its data folder')
  await app.close()
})
