import { systemClock } from '#core/node/system-clock.ts'
import { Archive } from '#core/archive/engine/archive.ts'
import { Sync } from '#core/sync/sync.ts'
import { workerCode } from '#test/support/worker-code.ts'
import { generateMessages } from '../../archive/support/generate.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { MemoryService } from './memory-service.ts'

/** A process that syncs until it is killed. */
export const period = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 1) + 60 * 86_400_000 }

export function wholeService(): MemoryService {
  const service = new MemoryService()
  for (const message of generateMessages({ count: 12_000, seed: 3, ...period })) {
    service.put({ ...message, openDetails: [], clickDetails: [] })
  }
  return service
}

export const silent = { log: () => undefined, setLevel: () => undefined }

const folder = process.argv[2]
if (folder !== undefined && process.argv[1] === import.meta.filename) {
  const worker = workerCode('archive')
  const archive = await Archive.open({ folder, worker, logger: silent, clock: systemClock })
  const source = wholeService()
  const clock = new ManualClock(period.to)
  const sync = await Sync.open({ archive, source, clock, logger: silent, startJob: () => Promise.resolve() })
  await sync.setOptions({ from: period.from / 1000 })
  process.stdout.write('started\n')
  await sync.work({ signal: new AbortController().signal, progress: () => undefined })
  process.stdout.write('done\n')
  await archive.close()
}
