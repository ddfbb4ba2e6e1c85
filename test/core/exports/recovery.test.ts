import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { watchFiles } from '#test/core/support/failing-files.ts'
import { eventually } from '#test/support/eventually.ts'
import { exported, newFolder, wanted } from './support/exporting.ts'
import { day, lastRun, openScheduled, scheduledHost, start } from './support/scheduling.ts'

test('a drive that does not respond delays neither exports to other folders nor closing', async () => {
  const { mailroom, folder } = await openScheduled()
  const drive = await newFolder(mailroom)
  const { name } = await exported(mailroom, wanted(mailroom, drive.token))
  await mailroom.close()
  // As if Mailroom had stopped before the part was removed.
  const list = join(mailroom.folder, 'exports.json')
  const text = await readFile(list, 'utf8')
  const partPath = `"partPath": ${JSON.stringify(join(drive.path, 'Mailroom export.part'))}`
  const interrupted = text.replace(/"partPath": ?null/, partPath)
  expect(interrupted).not.toBe(text)
  await writeFile(list, interrupted)
  const { promise: response, resolve: respond } = Promise.withResolvers<null>()
  let calls = 0
  const isHeld = (path: string) => path.startsWith(drive.path) && ++calls > 0
  onTestFinished(watchFiles(({ path }) => (isHeld(path) ? response : null)))

  const { clock, ports } = scheduledHost(start + 3 * day)
  await mailroom.start(ports)
  await eventually(() => expect(calls).toBeGreaterThan(0))
  clock.advance(60_000)
  await lastRun(mailroom, 'done')
  expect(await readdir(folder)).toHaveLength(1)

  let isClosed = false
  const closing = mailroom.close().then(() => (isClosed = true))
  await eventually(() => {
    clock.advance(1000)
    expect(isClosed).toBe(true)
  })
  await closing
  respond(null)
  expect(await readdir(drive.path)).toEqual([name])
})
