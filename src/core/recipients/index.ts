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
      // If the records are kept, the erasure continues once they are put back.
      async afterRemoval({ id }, files) {
        if (files === 'delete') await erasures.removeAccount(id)
      },
    },
    start: () => erasures.resume(),
    // The rooms that the erasure works on close after this one.
    stop: () => erasures.settled(),
  }
}
