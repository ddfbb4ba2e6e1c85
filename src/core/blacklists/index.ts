import type { RoomWith } from '../base/room.ts'
import type { FileTokens } from '../files/index.ts'
import { blacklistsHandlers } from './blacklists-handlers.ts'
import { Blacklists, type BlacklistNeeds } from './blacklists.ts'

export type { Blacklists } from './blacklists.ts'

export function blacklistsRoom(
  needs: BlacklistNeeds & { readonly files: FileTokens },
): RoomWith<'blacklists', Blacklists> {
  const blacklists = new Blacklists(needs)
  return {
    service: blacklists,
    handlers: blacklistsHandlers(blacklists, needs),
    keeps: {
      erase: ({ accountId, email }) => blacklists.eraseRecipient(accountId, email),
      size: { blacklists: async (id) => ({ bytes: await blacklists.bytesOf(id), items: null }) },
      afterRemoval: ({ id }) => blacklists.remove(id),
    },
    stop: () => blacklists.closeAll(),
  }
}
