import { expect, test } from 'vitest'
import { Sync } from '#core/sync/sync.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { expectSame } from '../archive/support/compare.ts'
import { generateMessages } from '../archive/support/generate.ts'
import { openArchive, silentLogger } from '../archive/support/open-archive.ts'
import { MemoryService } from './support/memory-service.ts'

const start = Date.UTC(2026, 0, 1)
const dayMs = 86_400_000

test('no messages are pruned that are too old only by a clock that is ahead', async () => {
  const [archive, source, clock] = [await openArchive(), new MemoryService(), new ManualClock(start + 385 * dayMs)]
  source.skew = -365 * dayMs
  for (const message of generateMessages({ count: 2000, from: start, to: start + 20 * dayMs })) {
    source.put({ ...message, openDetails: [], clickDetails: [] })
  }
  const work = (job: Sync['work']) => job({ signal: new AbortController().signal, progress: () => undefined })
  const sync = await Sync.open({
    archive,
    source,
    clock,
    pruneBodies: () => Promise.resolve(),
    onKey: () => () => undefined,
    turn: null,
    onLease: () => undefined,
    logger: silentLogger,
    startJob: async (job) => void (await work(job)),
  })
  await sync.setOptions({ from: start / 1000, keepDays: 5 })
  await work(sync.work)
  await expectSame(
    archive,
    source.list().filter(({ createdDate }) => createdDate >= start + 15 * dayMs),
  )
  expect((await archive.horizon()).completeFrom).toBe((start + 15 * dayMs) / 1000)
  await sync.close()
})
