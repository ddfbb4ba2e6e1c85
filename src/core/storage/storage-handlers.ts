import { msPerDay } from '#shared/domain/base/durations.ts'
import type { Accounts } from '../accounts/index.ts'
import type { HandlersOf } from '../base/handlers.ts'
import type { Ports } from '../base/ports.ts'
import { asideFiles, deleteAside, sumOf } from './aside.ts'

type Needs = { readonly ports: Pick<Ports, 'paths'>; readonly accounts: Accounts }

export function storageHandlers({ ports, accounts }: Needs): HandlersOf<'storage'> {
  const { data } = ports.paths
  const { kept, removed } = accounts
  const bytesOf = async (id: string): Promise<number> =>
    (await kept.sizes(id)).reduce((sum, { bytes }) => sum + bytes, 0)
  return {
    'storage.list': async () => {
      const sizes = []
      for (const { id } of accounts.list().accounts) sizes.push({ accountId: id, parts: await kept.sizes(id) })
      return { accounts: sizes, removed: await removed.list(), aside: sumOf(await asideFiles(data)) }
    },
    'storage.cleanUp': async ({ accountId, part, olderThanDays }) => {
      const { id } = accounts.get(accountId)
      const before = accounts.clockOf(id).now() - olderThanDays * msPerDay
      const bytes = await bytesOf(id)
      await kept.cleanUp(id, part, before)
      return { bytes: Math.max(0, bytes - (await bytesOf(id))) }
    },
    'storage.putBack': async ({ id }) => {
      await removed.putBack(id)
      return accounts.get(id)
    },
    'storage.deleteRemoved': async ({ id }) => ({ bytes: await removed.delete(id) }),
    'storage.deleteAside': async () => ({ bytes: await deleteAside(data) }),
  }
}
