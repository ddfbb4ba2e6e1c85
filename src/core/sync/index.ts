import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import type { Ground, RoomWith } from '../base/room.ts'
import type { Jobs } from '../jobs/index.ts'
import { Syncs } from './syncs.ts'

export type { SyncOptions } from './options.ts'
export { fromStatistics } from './service-source.ts'
export type { Syncs } from './syncs.ts'

type Needs = Ground & { readonly accounts: Accounts; readonly archives: Archives; readonly jobs: Jobs }

export function syncRoom(needs: Needs): RoomWith<'sync', Syncs> {
  const syncs = new Syncs(needs)
  needs.accounts.dependants.add({
    afterHistoryStops: (id) => syncs.release(id),
    afterRemoval: ({ id }) => syncs.release(id),
  })
  return {
    service: syncs,
    handlers: syncs.handlers(),
    start: () => void syncs.resume(),
    stop: () => syncs.close(),
  }
}
