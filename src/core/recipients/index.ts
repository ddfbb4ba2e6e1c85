import type { Ground, RoomWith } from '../base/room.ts'
import type { FileTokens } from '../files/index.ts'
import { Erasures } from './erasures.ts'
import { recipientsHandlers, type Needs as HandlerNeeds } from './recipients-handlers.ts'

export { findHandlers } from './recipients-handlers.ts'

type Needs = Ground & Omit<HandlerNeeds, 'erasures'> & { readonly files: FileTokens }

export async function recipientsRoom(needs: Needs): Promise<RoomWith<'recipients', Erasures>> {
  const erasures = await Erasures.open(needs)
  needs.accounts.dependants.add({ afterRemoval: ({ id }) => erasures.removeAccount(id) })
  return {
    service: erasures,
    handlers: recipientsHandlers({ ...needs, erasures }),
    start: () => erasures.resume(),
    // The rooms that are being erased from close after this.
    stop: () => erasures.settled(),
  }
}
