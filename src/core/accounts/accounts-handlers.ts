import { rm } from 'node:fs/promises'
import { checkBaseUrl } from '../api/index.ts'
import type { HandlersOf } from '../base/handlers.ts'
import type { Accounts } from './accounts.ts'
import { readPlan } from './account-plan.ts'

export function accountsHandlers(accounts: Accounts): HandlersOf<'accounts'> {
  const { kept } = accounts
  return {
    'accounts.list': () => accounts.list(),
    'accounts.select': ({ id }) => accounts.select(id),
    'accounts.checkBaseUrl': ({ baseUrl }) => checkBaseUrl(baseUrl),
    'accounts.test': ({ id, ...change }) => accounts.test(id, change),
    'accounts.create': (account) => accounts.create(account),
    'accounts.update': async ({ id, archive = 'keep', ...change }) => {
      const { storeHistory } = change.profile
      const isNew = storeHistory && !accounts.get(id).storeHistory
      const undo = isNew ? await kept.beforeHistoryStarts(id) : null
      const account = await accounts.update(id, change).catch(async (error: unknown) => {
        await undo?.()
        throw error
      })
      // The account no longer keeps history, so an archive closed here isn’t opened again.
      if (!storeHistory) await kept.afterHistoryStops(id, archive)
      return account
    },
    'accounts.historyOnDisk': async ({ id }) => ({ bytes: await kept.bytesOf(accounts.get(id).id, 'archive') }),
    'accounts.replaceKey': ({ id, key, keep }) => accounts.replaceKey(id, key, keep),
    'accounts.remove': ({ id, archive, withoutKeychain }) => {
      const account = accounts.get(id)
      return accounts.removed.alone(id, async () => {
        // The account is removed first, so that nothing can reopen its archive, because some systems can’t delete open
        // files.
        const result = await accounts.remove(id, withoutKeychain)
        await kept.afterRemoval(account, archive)
        if (archive === 'delete') await rm(accounts.folder(id), { recursive: true, force: true })
        else await accounts.removed.tidy(id)
        return result
      })
    },
    'accounts.calls': ({ id }) => accounts.callLog(id).entries(),
    'accounts.abilities': async ({ id, probe }, { signal }) => {
      const client = accounts.client(id)
      if (probe) await client.probe({ signal })
      const { abilities = {}, probedAt = null, exportMethod, blacklistForm, firstPage } = client.learned()
      return {
        abilities: { ...abilities },
        probedAt,
        forms: {
          exportMethod: exportMethod ?? null,
          blacklistForm: blacklistForm ?? null,
          firstPage: firstPage ?? null,
        },
        calls: accounts.lastCalls(id),
      }
    },
    'accounts.plan': ({ id }, { signal }) => readPlan(accounts.client(id), signal),
    'accounts.refresh': ({ id }) => accounts.refresh(id),
  }
}
