import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import { keepsNothing } from '../base/keeps.ts'
import type { Room } from '../base/room.ts'
import type { Bodies } from '../bodies/index.ts'
import { messagesHandlers } from './messages-handlers.ts'

export { searchHandlers } from './messages-handlers.ts'
export { knownZone } from './known-zone.ts'
export { noteSearched } from './searched-people.ts'
export { NewestOnly } from './newest-only.ts'

type Needs = { readonly archives: Archives; readonly accounts: Accounts; readonly bodies: Bodies }

export function messagesRoom(needs: Needs): Room<'messages'> {
  return { handlers: messagesHandlers(needs), keeps: keepsNothing }
}
