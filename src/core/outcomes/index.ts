import type { Accounts } from '../accounts/index.ts'
import type { Ground, RoomWith } from '../base/room.ts'
import { outcomesHandlers } from './outcomes-handlers.ts'
import { Outcomes } from './outcomes.ts'

export type { Outcomes } from './outcomes.ts'

type Needs = Ground & { readonly accounts: Accounts }

export async function outcomesRoom({ accounts, ...ground }: Needs): Promise<RoomWith<'outcomes', Outcomes>> {
  const outcomes = await Outcomes.open(ground)
  accounts.useJournal((accountId, service) => outcomes.journalOf(accountId, service))
  return {
    service: outcomes,
    handlers: outcomesHandlers(outcomes, accounts),
    keeps: {
      erase: ({ accountId, email }) => outcomes.eraseRecipient(accountId, email),
      size: 'too little to count',
      afterRemoval: async ({ id }) => outcomes.removeAll(id),
    },
    close: () => outcomes.settled(),
  }
}
