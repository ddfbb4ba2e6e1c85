import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import type { Ground, Room } from '../base/room.ts'
import type { Syncs } from '../sync/index.ts'
import { KeyNames } from './service/key-names.ts'
import { KeptAnswers } from './service/kept-answers.ts'
import { ServiceFigures } from './service/service-figures.ts'
import { statisticsHandlers } from './statistics-handlers.ts'

export { KeyNames } from './service/key-names.ts'
export { instantsOf } from './service/service-period.ts'

type Needs = Ground & { readonly archives: Archives; readonly accounts: Accounts; readonly syncs: Syncs }

export function statisticsRoom({ ports, events, archives, accounts, syncs }: Needs): Room<'statistics'> {
  const { clock, logger } = ports
  const kept = new KeptAnswers({ folder: (id) => accounts.folder(id), clock, logger })
  const service = new ServiceFigures({ accounts, clock, kept })
  const keyNames = new KeyNames({ accounts, clock })
  const unsubscribe = events.subscribe((event) => {
    if (event.name === 'keys.changed') keyNames.remove(event.payload.accountId)
  })
  return {
    handlers: statisticsHandlers({ archives, accounts, syncs, service, keyNames }),
    keeps: {
      // Everything is removed, because a link may contain the address, and a domain may belong to one person.
      erase: ({ accountId }) => service.remove(accountId),
      size: { answers: async (id) => ({ bytes: await kept.bytesOf(id), items: null }) },
      cleanUp: { answers: (id) => service.remove(id) },
      async afterRemoval({ id }) {
        keyNames.remove(id)
        await service.remove(id)
      },
      afterHistoryStops: (id) => service.remove(id),
    },
    stop: async () => unsubscribe(),
    close: () => kept.settled(),
  }
}
