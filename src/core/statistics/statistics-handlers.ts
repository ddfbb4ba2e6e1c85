import { parse } from '#shared/domain/query/parse.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import type { HandlersOf } from '../base/handlers.ts'
import { knownZone } from '../messages/index.ts'
import type { Syncs } from '../sync/index.ts'
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
  const { archives, accounts } = needs
  const scopeOf = ({ accountId, text, zone }: { accountId: string; text: string; zone: string }) => ({
    query: parse(text, { typing: true }).query,
    context: { now: accounts.clockOf(accountId).now(), zone: knownZone(zone) },
  })
  return {
    'statistics.archive': async ({ accountId, text, zone, ...wanted }, cancel) => {
      const scope = scopeOf({ accountId, text, zone })
      return (await archives.of(accountId)).statistics({ ...scope, ...wanted }, cancel)
    },
    ...reconcileHandlers(needs),
    'statistics.service': (question, { signal }) => service.of(question, signal),
    'statistics.keyNames': ({ accountId, keys }, { signal }) => keyNames.of(accountId, keys, signal),
    'statistics.details': async (scope, cancel) => (await archives.of(scope.accountId)).details(scopeOf(scope), cancel),
  }
}
