import { renameSync } from 'node:fs'
import { copyFile, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { msPerDay } from '#shared/domain/base/durations.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
import { unpackSnapshot, writeSnapshot } from './snapshot-file.ts'

// Windows refuses to replace an open file.
const unix = test.skipIf(process.platform === 'win32')
unix('a snapshot that is replaced while it is unpacked is the old or the new one, never parts of both', async () => {
  const folder = await createDataFolder()
  onTestFinished(() => folder.remove())
  const at = (name: string): string => join(folder.path, name)
  const contents = [
    [1, 'old'],
    [2, 'new'],
  ] as const
  for (const [messages, content] of contents) {
    await writeFile(at('database'), content)
    const clock = { now: 0, running: false }
    await writeSnapshot(at(content), { clock, scenario: 'empty', messages, faults: [] }, at('database'))
  }
  for (let turns = 0; turns < 100; turns++) {
    await copyFile(at('old'), at('current'))
    await copyFile(at('new'), at('next'))
    const unpacking = unpackSnapshot(at('current'), at(`unpacked-${turns}`))
    for (let turn = 0; turn < turns; turn++) await nextTurn()
    renameSync(at('next'), at('current'))
    const { messages } = await unpacking
    expect(contents).toContainEqual([messages, await readFile(at(`unpacked-${turns}`), 'utf8')])
  }
})

test('a save removes what a killed save of that name left behind the day before, and nothing of a save in progress', async () => {
  const folder = await createDataFolder()
  onTestFinished(() => folder.remove())
  const at = (name: string): string => join(folder.path, name)
  for (const name of ['database', 'base.part-00000001', 'base.part-00000002', 'other.part-00000001']) {
    await writeFile(at(name), 'a')
  }
  const twoDaysAgo = new Date(Date.now() - 2 * msPerDay)
  for (const name of ['base.part-00000001', 'other.part-00000001']) await utimes(at(name), twoDaysAgo, twoDaysAgo)
  const header = { clock: { now: 0, running: false }, scenario: 'empty', messages: 0 } as const
  await writeSnapshot(at('base'), { ...header, faults: [] }, at('database'))
  expect((await readdir(folder.path)).sort()).toEqual(['base', 'base.part-00000002', 'database', 'other.part-00000001'])
})

test('a snapshot that two sandboxes save at once is one of the two, and both saves succeed', async () => {
  const folder = await createDataFolder()
  onTestFinished(() => folder.remove())
  const at = (name: string): string => join(folder.path, name)
  const contents = [
    [1, 'a'.repeat(1_000_000)],
    [2, 'b'],
  ] as const
  for (const [messages, content] of contents) await writeFile(at(`database-${messages}`), content)
  const saved = contents.map(([messages]) => {
    const header = { clock: { now: 0, running: false }, scenario: 'empty', messages } as const
    return writeSnapshot(at('base'), { ...header, faults: [] }, at(`database-${messages}`))
  })
  expect(await Promise.allSettled(saved)).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }])
  expect((await readdir(folder.path)).filter((name) => name.startsWith('base'))).toEqual(['base'])
  const { messages } = await unpackSnapshot(at('base'), at('unpacked'))
  expect(contents).toContainEqual([messages, await readFile(at('unpacked'), 'utf8')])
})
