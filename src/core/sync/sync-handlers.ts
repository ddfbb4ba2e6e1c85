import type { SyncStatus } from '#shared/contract/sync.ts'
import type { Archives } from '../archive/index.ts'
import type { HandlersOf } from '../base/handlers.ts'
import { retentionOfOwner } from './refusals.ts'
import type { Sync } from './sync.ts'
import type { Syncs } from './syncs.ts'

export function syncHandlers(syncs: Syncs, archives: Archives): HandlersOf<'sync'> {
  return {
    'sync.status': async ({ accountId }) => statusOf(await syncs.of(accountId)),
    'sync.now': async ({ accountId }) => {
      const sync = await syncs.of(accountId)
      const { paused } = sync.status().options
      return { jobId: syncs.startJob(accountId, sync.work, { goesOn: !paused }).id }
    },
    'sync.configure': async ({ accountId, options }) => {
      const sync = await syncs.of(accountId)
      const { keepDays } = sync.status().options
      const changesRetention = options.keepDays !== undefined && options.keepDays !== keepDays
      const team = changesRetention ? await archives.teamOf(accountId) : null
      if (team && !(await team.isOwner())) throw retentionOfOwner()
      await sync.setOptions(options)
      if (changesRetention) archives.noteAccess(accountId, { kind: 'retention' })
      syncs.emitChange(accountId)
      return statusOf(sync)
    },
    'sync.estimate': async ({ accountId, from }, { signal }) => (await syncs.of(accountId)).estimate(from, signal),
  }
}

function statusOf(sync: Sync): SyncStatus {
  const { options, running, nextAt, last, lease } = sync.status()
  const error = last?.error?.toJSON()
  return {
    options,
    running,
    nextAt,
    lease,
    lastEndedAt: last?.endedAt ?? null,
    lastError: error ? { ...error, details: { ...error.details } } : null,
  }
}
