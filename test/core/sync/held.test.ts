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
