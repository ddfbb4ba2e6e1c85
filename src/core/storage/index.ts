import type { Accounts } from '../accounts/index.ts'
import { keepsNothing } from '../base/keeps.ts'
import type { Ground, Room } from '../base/room.ts'
import { storageHandlers } from './storage-handlers.ts'

/** What Mailroom keeps on this disk, as the rooms say it, and the records of removed accounts. */
export function storageRoom(needs: Ground & { readonly accounts: Accounts }): Room<'storage'> {
  return { handlers: storageHandlers(needs), keeps: keepsNothing }
}
