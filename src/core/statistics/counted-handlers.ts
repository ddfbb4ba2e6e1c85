import { namedAddresses } from '#shared/domain/query/named-addresses.ts'
import { parse } from '#shared/domain/query/parse.ts'
import type { Accounts } from '../accounts/index.ts'
import type { ReadingArchives } from '../archive/index.ts'
import type { HandlersOf } from '../base/handlers.ts'
import { knownZone, noteSearched } from '../messages/index.ts'

type Needs = {
  readonly archives: ReadingArchives
  readonly accounts: Pick<Accounts, 'clockOf'>
}

/** Handlers that count in the archive, without writing anything or calling a service. */
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
      const counted = await (await archives.of(accountId)).statistics({ ...scope, ...wanted }, cancel)
      if (counted.days.length > 0) noteSearched(archives, accountId, namedAddresses(scope.query))
      return counted
    },
    'statistics.details': async (scope, cancel) => (await archives.of(scope.accountId)).details(scopeOf(scope), cancel),
  }
}
