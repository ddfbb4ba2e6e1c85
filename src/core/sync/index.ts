import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import type { Ground, RoomWith } from '../base/room.ts'
import type { Bodies } from '../bodies/index.ts'
import type { Jobs } from '../jobs/index.ts'
import { syncHandlers } from './sync-handlers.ts'
import { Syncs } from './syncs.ts'

export { readOptions as readSyncOptions } from './options.ts'
export type { Syncs } from './syncs.ts'

type Needs = Ground & {
  readonly accounts: Accounts
  readonly archives: Archives
  readonly bodies: Bodies
  readonly jobs: Jobs
}

export function syncRoom(needs: Needs): RoomWith<'sync', Syncs> {
  const syncs = new Syncs(needs)
  return {
    service: syncs,
    handlers: syncHandlers(syncs, needs.archives),
    keeps: {
      erase: 'keeps no addresses',
      size: 'too little to count',
      afterRemoval: ({ id }) => syncs.close(id),
      beforeHistoryStarts: (id) => syncs.resetStart(id),
      afterHistoryStops: (id) => syncs.close(id),
    },
    start: () => void syncs.resume(),
    stop: () => syncs.closeAll(),
  }
}
