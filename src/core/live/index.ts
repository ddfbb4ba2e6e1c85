import type { Accounts } from '../accounts/index.ts'
import type { Ground, Room } from '../base/room.ts'
import { liveHandlers } from './live-handlers.ts'

export function liveRoom(needs: Ground & { readonly accounts: Accounts }): Room<'live'> {
  return { handlers: liveHandlers(needs) }
}
