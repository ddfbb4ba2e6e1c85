import { keepsNothing } from '../base/keeps.ts'
import type { Room } from '../base/room.ts'
import { storageHandlers, type StorageNeeds } from './storage-handlers.ts'

/** The data that Mailroom keeps on this disk, as reported by the rooms, and the records of removed accounts. */
export function storageRoom(needs: StorageNeeds): Room<'storage'> {
  return { handlers: storageHandlers(needs), keeps: keepsNothing }
}
