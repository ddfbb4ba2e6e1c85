import type { Accounts } from '../accounts/index.ts'
import type { HandlersOf } from '../base/handlers.ts'
import type { Outcomes } from './outcomes.ts'

export function outcomesHandlers(outcomes: Outcomes, accounts: Accounts): HandlersOf<'outcomes'> {
  return {
    'outcomes.list': () => outcomes.list(),
    'outcomes.check': ({ id }, { signal }) => {
      const accountId = outcomes.accountOf(id)
      return outcomes.check(id, accounts.serviceOf(accountId), accounts.client(accountId), signal)
    },
    'outcomes.dismiss': ({ id }) => outcomes.dismiss(id),
    'outcomes.stop': ({ id }) => outcomes.stop(id),
  }
}
