import { sizeOfFolders } from '../base/folders.ts'
import type { RoomWith } from '../base/room.ts'
import { writtenAbout } from '../drafts/index.ts'
import type { PersonalNames } from './names/personal-names.ts'
import { openSends, type SendNeeds } from './open-sends.ts'
import { Rests } from './rests.ts'
import type { Sends } from './sends.ts'
import { sendsHandlers } from './sends-handlers.ts'

export type { PersonalNames } from './names/personal-names.ts'

/**
 * Opens the room that sends messages, tries them out before a send, and completes sends that did not reach everyone.
 */
export async function sendsRoom(
  needs: SendNeeds,
): Promise<RoomWith<'sends', Sends> & { readonly names: PersonalNames }> {
  const sending = await openSends(needs)
  const rests = new Rests({ ...needs, sending })
  return {
    service: sending.sends,
    names: sending.names,
    handlers: sendsHandlers({ ...needs, ...sending }, rests),
    keeps: {
      erase: ({ accountId, email }) => sending.eraseRecipient(accountId, email),
      async written({ accountId, email }) {
        const own = sending.store.ownOf(accountId).map(({ path, stored }) => ({ path, subject: stored.subject }))
        return writtenAbout('The sent message', own, email)
      },
      size: { sends: (id) => sizeOfFolders(sending.store.ownOf(id)) },
      cleanUp: { sends: (id, before) => sending.removeEnded(id, before) },
      afterRemoval: ({ id }) => sending.removeAccount(id),
    },
    start() {
      sending.sends.start()
      sending.lost.start()
    },
    stop: () => sending.stop(),
  }
}
