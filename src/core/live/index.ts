import type { Accounts } from '../accounts/index.ts'
import { keepsNothing } from '../base/keeps.ts'
import type { Ground, Room } from '../base/room.ts'
import { liveHandlers } from './live-handlers.ts'

export function liveRoom(needs: Ground & { readonly accounts: Accounts }): Room<'live'> {
  return { handlers: liveHandlers(needs), keeps: keepsNothing }
}
