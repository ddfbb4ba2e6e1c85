import { parse } from '#shared/domain/query/parse.ts'
import type { Accounts } from '../accounts/index.ts'
import type { ReadingPort } from '../archive/index.ts'
import type { HandlersOf } from '../base/handlers.ts'
import { knownZone } from '../messages/index.ts'

type Needs = {
  readonly archives: { of(accountId: string): Promise<ReadingPort> }
  readonly accounts: Pick<Accounts, 'clockOf'>
}

/** Counts from the archive. Nothing is written, and no service is called. */
export function countedHandlers({
  archives,
  accounts,
}: Needs): Pick<HandlersOf<'statistics'>, 'statistics.archive' | 'statistics.details'> {
  const scopeOf = ({ accountId, text, zone }: { accountId: string; text: string; zone: string }) => ({
    query: parse(text).query,
    context: { now: accounts.clockOf(accountId).now(), zone: knownZone(zone) },
  })
  return {
    'statistics.archive': async ({ accountId, text, zone, ...wanted }, cancel) => {
      const scope = scopeOf({ accountId, text, zone })
      return (await archives.of(accountId)).statistics({ ...scope, ...wanted }, cancel)
    },
    'statistics.details': async (scope, cancel) => (await archives.of(scope.accountId)).details(scopeOf(scope), cancel),
  }
}
