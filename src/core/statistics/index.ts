import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import type { Room } from '../base/room.ts'
import type { Syncs } from '../sync/index.ts'
import { statisticsHandlers } from './statistics-handlers.ts'

export function statisticsRoom(needs: {
  readonly archives: Archives
  readonly accounts: Accounts
  readonly syncs: Syncs
}): Room<'statistics'> {
  return { handlers: statisticsHandlers(needs) }
}
