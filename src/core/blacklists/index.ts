import type { RoomWith } from '../base/room.ts'
import type { FileTokens } from '../files/index.ts'
import { blacklistsHandlers } from './blacklists-handlers.ts'
import { Blacklists, type Needs } from './blacklists.ts'

export type { Blacklists } from './blacklists.ts'

export function blacklistsRoom(needs: Needs & { readonly files: FileTokens }): RoomWith<'blacklists', Blacklists> {
  const blacklists = new Blacklists(needs)
  needs.accounts.dependants.add({
    afterRemoval: ({ id }) => blacklists.remove(id),
    eraseRecipient: (id, email) => blacklists.eraseRecipient(id, email),
  })
  return {
    service: blacklists,
    handlers: blacklistsHandlers(blacklists, needs),
    stop: () => blacklists.closeAll(),
  }
}
