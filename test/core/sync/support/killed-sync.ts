import { watch } from 'node:fs'
import { systemClock } from '#core/node/system-clock.ts'
import { Archive } from '#core/archive/engine/archive.ts'
import type { Source } from '#core/sync/source.ts'
import { Sync } from '#core/sync/sync.ts'
import { Steps, type KillPoint } from '#test/core/support/steps.ts'
import { workerCode } from '#test/support/worker-code.ts'
import { generateMessages } from '../../archive/support/generate.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { MemoryService } from './memory-service.ts'

export const period = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 1) + 60 * 86_400_000 }

export function wholeService(count: number): MemoryService {
  const service = new MemoryService()
  for (const message of generateMessages({ count, seed: 3, ...period })) {
    service.put({ ...message, openDetails: [], clickDetails: [] })
  }
  return service
}

export const silent = { log: () => undefined, setLevel: () => undefined }

export type KilledSync = { readonly folder: string; readonly count: number; readonly point: KillPoint }

/** Syncs until it is killed. Its argument is JSON. */
if (process.argv[1] === import.meta.filename) {
  const { folder, count, point } = JSON.parse(process.argv[2]!) as KilledSync
  const steps = new Steps(point)
  const archive = await Archive.open({ folder, worker: workerCode('archive'), logger: silent, clock: systemClock })
  // Another thread writes: during a transaction, the log beside the file grows.
  const watched = watch(folder, (_event, name) => {
    if (name?.endsWith('-wal')) steps.take('write')
  })
  const clock = new ManualClock(period.to)
  const source = counted(wholeService(count), steps)
  const sync = await Sync.open({
    archive,
    source,
    pruneBodies: () => Promise.resolve(),
    onKey: () => () => undefined,
    turn: null,
    onLease: () => undefined,
    clock,
    logger: silent,
    startJob: () => Promise.resolve(),
  })
  await sync.setOptions({ from: period.from / 1000 })
  await sync.work({ signal: new AbortController().signal, progress: () => undefined })
  await archive.close()
  watched.close()
  steps.end()
}

/** Every call to the service is a step, and so is every part of an export. */
function counted(service: MemoryService, steps: Steps): Source {
  return {
    clockSkew: () => service.clockSkew(),
    async *exportAll(slice, signal) {
      steps.take('export')
      for await (const batch of service.exportAll(slice, signal)) {
        steps.take('part')
        yield batch
      }
      steps.take('exported')
    },
    page(...given) {
      steps.take('page')
      return service.page(...given)
    },
  }
}
