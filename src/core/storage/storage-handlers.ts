import { msPerDay } from '#shared/domain/base/durations.ts'
import type { Accounts } from '../accounts/index.ts'
import type { HandlersOf } from '../base/handlers.ts'
import type { Ports } from '../base/ports.ts'
import type { Erasures } from '../recipients/index.ts'
import { asideFiles, deleteAside, sumOf } from './aside.ts'

export type StorageNeeds = {
  readonly ports: Pick<Ports, 'paths'>
  readonly accounts: Accounts
  readonly erasures: Erasures
}

export function storageHandlers({ ports, accounts, erasures }: StorageNeeds): HandlersOf<'storage'> {
  const { data } = ports.paths
  const { kept, removed } = accounts
  return {
    'storage.list': async () => {
      const sizes = []
      for (const { id } of accounts.list().accounts) sizes.push({ accountId: id, parts: await kept.sizes(id) })
      return { accounts: sizes, removed: await removed.list(), aside: sumOf(await asideFiles(data)) }
    },
    'storage.cleanUp': async ({ accountId, part, olderThanDays }) => {
      const { id } = accounts.get(accountId)
      const before = accounts.clockOf(id).now() - olderThanDays * msPerDay
      const bytesOf = async () => (await kept.bytesOf(id, part)) ?? 0
      const bytes = await bytesOf()
      await kept.cleanUp(id, part, before)
      return { bytes: Math.max(0, bytes - (await bytesOf())) }
    },
    'storage.putBack': async ({ id }) => {
      await removed.putBack(id)
      return accounts.get(id)
    },
    'storage.deleteRemoved': async ({ id }) => {
      const bytes = await removed.delete(id)
      await erasures.removeAccount(id)
      return { bytes }
    },
    'storage.deleteAside': async () => ({ bytes: await deleteAside(data) }),
  }
}
