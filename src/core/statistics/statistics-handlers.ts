import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import type { HandlersOf } from '../base/handlers.ts'
import type { Syncs } from '../sync/index.ts'
import { countedHandlers } from './counted-handlers.ts'
import { reconcileHandlers } from './reconcile/reconcile-handlers.ts'
import type { KeyNames } from './service/key-names.ts'
import type { ServiceFigures } from './service/service-figures.ts'

type Needs = {
  readonly archives: Archives
  readonly accounts: Accounts
  readonly syncs: Syncs
  readonly service: ServiceFigures
  readonly keyNames: KeyNames
}

export function statisticsHandlers({ service, keyNames, ...needs }: Needs): HandlersOf<'statistics'> {
  return {
    ...countedHandlers(needs),
    ...reconcileHandlers(needs),
    'statistics.service': (question, { signal }) => service.of(question, signal),
    'statistics.keyNames': ({ accountId, keys }, { signal }) => keyNames.of(accountId, keys, signal),
  }
}
