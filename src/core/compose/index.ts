import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import type { Ground, Room } from '../base/room.ts'
import { composeHandlers } from './compose-handlers.ts'

type Needs = Ground & { readonly accounts: Accounts; readonly archives: Archives }

export function composeRoom(needs: Needs): Room<'compose'> {
  return { handlers: composeHandlers(needs) }
}
