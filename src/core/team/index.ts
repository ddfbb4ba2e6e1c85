import { keepsNothing } from '../base/keeps.ts'
import type { Ground, Room } from '../base/room.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import type { Syncs } from '../sync/index.ts'
import { teamHandlers } from './team-handlers.ts'

type Needs = Ground & { readonly accounts: Accounts; readonly archives: Archives; readonly syncs: Syncs }

export function teamRoom(needs: Needs): Room<'team'> {
  return { handlers: teamHandlers(needs), keeps: keepsNothing }
}
