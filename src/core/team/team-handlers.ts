import { AppError } from '#shared/contract/base/error.ts'
import type { TeamServer } from '#shared/contract/base/team-server.ts'
import type { FoundArchive } from '#shared/contract/team.ts'
import type { Accounts } from '../accounts/index.ts'
import { loadAdministration } from '../archive/index.ts'
import type { HandlersOf } from '../base/handlers.ts'
import type { Syncs } from '../sync/index.ts'
import { accessHandlers, type AccessNeeds } from './access-handlers.ts'
import { belongsTo } from './belongs.ts'
import { notJoined } from './refusals.ts'

type Needs = AccessNeeds & { readonly syncs: Syncs }

export function teamHandlers(needs: Needs): HandlersOf<'team'> {
  const { accounts, archives, syncs } = needs
  const { passwords } = archives.team

  function passwordFor(accountId: string, server: TeamServer, given: string | undefined): Promise<string> {
    if (given !== undefined) return Promise.resolve(given)
    const passwordInKeychain = accounts.teamServers.of(accountId)?.passwordInKeychain ?? false
    return passwords.of(accountId, { server, passwordInKeychain })
  }

  async function inspect(
    accountId: string,
    server: TeamServer,
    { password, signal }: { password: string; signal: AbortSignal },
  ): Promise<FoundArchive> {
    const startedAt = performance.now()
    const { inspectArchive } = await loadAdministration()
    const { newestId, ...found } = await inspectArchive({ server, password })
    const milliseconds = Math.round(performance.now() - startedAt)
    const { statistics } = accounts.client(accountId)
    const { user } = accounts.get(accountId)
    const service = accounts.serviceOf(accountId)
    const belongs = await belongsTo({ ...found, newestId }, { service, user, statistics, signal })
    return { ...found, belongs, milliseconds }
  }

  return {
    'team.test': async ({ accountId, server, password }, { signal }) => {
      requireSharable(accounts, accountId)
      return inspect(accountId, server, { password: await passwordFor(accountId, server, password), signal })
    },
    'team.join': async ({ accountId, server, password, keep }, { signal }) => {
      requireSharable(accounts, accountId)
      const used = await passwordFor(accountId, server, password)
      const found = await inspect(accountId, server, { password: used, signal })
      const refusal = notJoined(found, server)
      if (refusal) throw refusal
      if (password !== undefined) await passwords.set(accountId, server, { password, keep })
      const before = accounts.teamServers.of(accountId)
      const passwordInKeychain = password === undefined ? before?.passwordInKeychain === true : keep === 'keychain'
      await syncs.exchangeArchive(accountId, () => accounts.teamServers.set(accountId, { server, passwordInKeychain }))
      if (found.account === null && found.role !== 'reader') {
        const account = { service: accounts.serviceOf(accountId), user: accounts.get(accountId).user }
        await (await archives.of(accountId)).setSetting('account', account)
      }
      return accounts.get(accountId)
    },
    'team.leave': async ({ accountId }) => {
      if (accounts.teamServers.of(accountId) !== null) {
        await syncs.exchangeArchive(accountId, () => accounts.teamServers.set(accountId, null))
        await passwords.remove(accountId)
      }
      return accounts.get(accountId)
    },
    ...accessHandlers(needs),
  }
}

function requireSharable(accounts: Accounts, accountId: string): void {
  const { kind, name, storeHistory } = accounts.get(accountId)
  if (kind === 'sandbox') {
    throw new AppError('sandbox-alone', 'The sandbox is only on this computer, and so is its archive.')
  }
  if (storeHistory) return
  throw new AppError('history-not-kept', `Mailroom keeps no history for ${name}. Turn that on first.`)
}
