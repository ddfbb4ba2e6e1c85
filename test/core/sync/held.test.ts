import { expect, test } from 'vitest'
import { Sync } from '#core/sync/sync.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { openArchive, silentLogger } from '../archive/support/open-archive.ts'
import { MemoryService } from './support/memory-service.ts'

const start = Date.UTC(2026, 0, 1)
const context = () => ({ signal: new AbortController().signal, progress: () => undefined })

test('a sync that waits for another one does not begin once the archive is held', async () => {
  const source = new MemoryService()
  const sync = await Sync.open({
    archive: await openArchive(),
    source,
    pruneBodies: () => Promise.resolve(),
    onKey: () => () => undefined,
    turn: null,
    onLease: () => undefined,
    clock: new ManualClock(start),
    logger: silentLogger,
    startJob: () => Promise.resolve(),
  })
  await sync.setOptions({ from: start / 1000 - 86_400 })
  const reading = sync.readAgain([{ from: start / 1000 - 3600, to: start / 1000 }])(context())
  const waiting = sync.work(context())
  const release = await sync.hold()
  await expect(reading).rejects.toMatchObject({ code: 'archive-moving' })
  await expect(waiting).rejects.toMatchObject({ code: 'archive-moving' })
  const { calls } = source
  release()
  await sync.work(context())
  expect(source.calls).toBeGreaterThan(calls)
  await sync.close()
})

test('no automatic sync begins while the archive is held, and the next one begins afterwards', async () => {
  const clock = new ManualClock(start)
  let jobs = 0
  const sync = await Sync.open({
    archive: await openArchive(),
    source: new MemoryService(),
    pruneBodies: () => Promise.resolve(),
    onKey: () => () => undefined,
    turn: null,
    onLease: () => undefined,
    clock,
    logger: silentLogger,
    startJob: async (work) => {
      jobs++
      await work(context())
    },
  })
  await sync.setOptions({ from: start / 1000 - 86_400 })
  sync.start()
  clock.advance(0)
  await expect.poll(() => sync.status().last?.error).toBeNull()
  await expect.poll(() => clock.waiting).toBe(1)
  const release = await sync.hold()
  expect(sync.status().nextAt).toBeNull()
  clock.advance(2 * sync.status().options.interval)
  expect(jobs).toBe(1)
  release()
  clock.advance(0)
  expect(jobs).toBe(2)
  await sync.close()
})
