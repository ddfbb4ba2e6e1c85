import type { Room } from '../base/room.ts'
import { Exports } from './exports.ts'
import { exportsHandlers } from './exports-handlers.ts'
import type { Needs } from './source/content.ts'

export async function exportsRoom(needs: Needs): Promise<Room<'exports'>> {
  const exports = await Exports.open(needs)
  needs.accounts.dependants.add({
    eraseRecipient: (accountId, email) => exports.eraseRecipient(accountId, email),
    afterRemoval: ({ id }) => exports.removeAccount(id),
  })
  return {
    handlers: exportsHandlers(exports, needs),
    start: () => exports.recover(),
    stop: () => exports.stop(),
    close: () => exports.close(),
  }
}
