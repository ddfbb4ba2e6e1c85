import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import type { Room } from '../base/room.ts'
import { statisticsHandlers } from './statistics-handlers.ts'

export function statisticsRoom(needs: {
  readonly archives: Archives
  readonly accounts: Accounts
}): Room<'statistics'> {
  return { handlers: statisticsHandlers(needs) }
}
