import { accountFolder, StoredAccounts } from './accounts/stored-accounts.ts'
import { ReadOnlyArchives } from './archive/index.ts'
import type { Handlers } from './base/handlers.ts'
import type { Ports } from './base/ports.ts'
import { ReadOnlyBodies } from './bodies/index.ts'
import { searchHandlers } from './messages/index.ts'
import { findHandlers } from './recipients/index.ts'
import { countedHandlers } from './statistics/counted-handlers.ts'

export type ReadingApp = {
  /** Handlers for the commands that read data on disk. */
  readonly handlers: Partial<Handlers>
  close(): Promise<void>
}

/**
 * The part of the app that only reads. It takes no lock, writes no file, accesses no keychain and calls no service, so it
 * may run alongside the app that holds the data folder (docs/adr/0020).
 */
export async function createReadingApp({ paths, clock }: Pick<Ports, 'paths' | 'clock'>): Promise<ReadingApp> {
  const accounts = await StoredAccounts.read(paths.data)
  const folder = (id: string): string => accountFolder(paths.data, id)
  const archives = new ReadOnlyArchives({
    account: (id) => accounts.get(id),
    folder,
    worker: (name) => paths.worker(name),
    clock,
  })
  const bodies = new ReadOnlyBodies({ folder, worker: paths.worker('bodies') })
  // A sandbox’s clock may be ahead, but only the app that runs the sandbox can tell by how much.
  const needs = { archives, bodies, accounts: { clockOf: () => clock } }
  return {
    handlers: {
      'accounts.list': () => accounts.list(),
      'archive.info': async ({ accountId }) => (await archives.of(accountId)).info(),
      ...searchHandlers(needs),
      ...findHandlers(needs),
      ...countedHandlers(needs),
    },
    async close() {
      await Promise.all([archives.closeAll(), bodies.closeAll()])
    },
  }
}
