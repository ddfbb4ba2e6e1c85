import type { Ground, RoomWith } from '../base/room.ts'
import { Snippets } from './snippets.ts'
import { snippetsHandlers } from './snippets-handlers.ts'

export type { Snippets } from './snippets.ts'

/** Building blocks for starting messages, shared by all accounts on this computer. */
export async function snippetsRoom(ground: Ground): Promise<RoomWith<'snippets', Snippets>> {
  const snippets = await Snippets.open(ground)
  return {
    service: snippets,
    handlers: snippetsHandlers(snippets),
    keeps: {
      // The user wrote the snippets for repeated use, so those that name the person are listed instead of erased.
      erase: 'keeps no addresses',
      written: async ({ email }) => snippets.writtenAbout(email),
      size: 'too little to count',
      afterRemoval: 'keeps nothing of accounts',
    },
    close: () => snippets.settled(),
  }
}
