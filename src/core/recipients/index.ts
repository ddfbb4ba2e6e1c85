import type { Ground, RoomWith } from '../base/room.ts'
import { Erasures } from './erasures.ts'
import { recipientsHandlers, type RecipientNeeds as HandlerNeeds } from './recipients-handlers.ts'

export type { Erasures } from './erasures.ts'
export { findHandlers } from './recipients-handlers.ts'

type Needs = Ground & Omit<HandlerNeeds, 'erasures'>

export async function recipientsRoom(needs: Needs): Promise<RoomWith<'recipients', Erasures>> {
  const erasures = await Erasures.open(needs)
  return {
    service: erasures,
    handlers: recipientsHandlers({ ...needs, erasures }),
    keeps: {
      erase: 'erases by itself',
      size: 'too little to count',
      // If the account’s records are kept, the erasure continues after they are restored.
      async afterRemoval({ id }, files) {
        if (files === 'delete') await erasures.removeAccount(id)
      },
    },
    start: () => erasures.resume(),
    // Waits for erasures here, because the rooms that they work on close later.
    stop: () => erasures.settled(),
  }
}
