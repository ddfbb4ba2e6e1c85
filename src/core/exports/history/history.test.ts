import { rm, writeFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { EventBus } from '#core/base/event-bus.ts'
import { CapturedLogger } from '#test/support/captured-logger.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { History } from './history.ts'
import type { StoredExport } from './stored-export.ts'

test('an export whose removal cannot be written stays in the list', async () => {
  const folder = await createDataFolder()
  onTestFinished(() => folder.remove())
  const ports = { paths: { data: folder.path }, clock: new ManualClock(), logger: new CapturedLogger() }
  const events = new EventBus()
  const history = await History.open({ ports, events, onBroken: () => undefined })
  const entry = { id: crypto.randomUUID(), accountId: 'a', startedAt: 1, endedAt: 2, keepsDelta: true } as StoredExport
  await history.put(entry)
  const shown: number[] = []
  events.subscribe(() => shown.push(history.list().length))
  await rm(folder.path, { recursive: true })
  await writeFile(folder.path, 'no folder')
  await expect(history.remove(entry.id)).rejects.toThrow()
  expect(history.list()).toEqual([entry])
  expect(shown.at(-1)).toBe(1)
})
