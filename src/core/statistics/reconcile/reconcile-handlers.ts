import { english, plural } from '#shared/domain/base/plural.ts'
import { dayPeriod } from '#shared/domain/statistics/reconciliation/utc-days.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { Archives } from '../../archive/index.ts'
import type { HandlersOf } from '../../base/handlers.ts'
import type { Syncs } from '../../sync/index.ts'
import { requireOrder } from '../service/service-period.ts'
import { reconcile } from './reconcile.ts'

type Needs = { readonly archives: Archives; readonly accounts: Accounts; readonly syncs: Syncs }

type Handlers = Pick<HandlersOf<'statistics'>, 'statistics.reconcile' | 'statistics.repair'>

export function reconcileHandlers({ archives, accounts, syncs }: Needs): Handlers {
  return {
    'statistics.reconcile': async ({ accountId, ...question }, { signal }) => {
      requireOrder(question)
      const archive = await archives.of(accountId)
      const client = accounts.client(accountId)
      const { options } = (await syncs.of(accountId)).status()
      const now = accounts.clockOf(accountId).now()
      return reconcile(question, { client, archive, now, sync: options }, signal)
    },
    'statistics.repair': async ({ accountId, days }) => {
      archives.requireHistory(accountId)
      const sync = await syncs.of(accountId)
      const different = [...new Set(days)]
      const title = `Reread ${plural(english, different.length, 'day')} of ${accounts.get(accountId).name}`
      const work = sync.readAgain(different.map(dayPeriod))
      return { jobId: syncs.startJob(accountId, work, { kind: 'statistics', title, goesOn: false }).id }
    },
  }
}
