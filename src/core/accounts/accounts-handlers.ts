import { rm } from 'node:fs/promises'
import type { AccountProfile } from '#shared/contract/accounts.ts'
import { checkBaseUrl } from '../api/index.ts'
import type { HandlersOf } from '../base/handlers.ts'
import type { Archives } from '../archive/archives.ts'
import type { Outcomes } from '../outcomes/outcomes.ts'
import type { Syncs } from '../sync/syncs.ts'
import type { LocalSandbox } from '../sandbox/local-sandbox.ts'
import type { Accounts } from './accounts.ts'
import { keychainSentences } from '../keychain/keychain-sentences.ts'

type Rooms = {
  readonly sandbox: LocalSandbox
  readonly archives: Archives
  readonly syncs: Syncs
  readonly outcomes: Outcomes
}

export function accountHandlers(
  accounts: Accounts,
  { sandbox, archives, syncs, outcomes }: Rooms,
): HandlersOf<'accounts'> {
  const sandboxKeyFor = (id: string, profile: AccountProfile): string | undefined => {
    const { kind, baseUrl } = accounts.get(id)
    const isItsOwn = kind === 'sandbox' && sandbox.isAt(baseUrl) && sandbox.isAt(profile.baseUrl)
    return isItsOwn ? sandbox.running.credentials.key : undefined
  }
  return {
    'accounts.list': () => accounts.list(),
    'accounts.select': ({ id }) => accounts.select(id),
    'accounts.checkBaseUrl': ({ baseUrl }) => checkBaseUrl(baseUrl),
    'accounts.test': ({ id, profile, key }) =>
      accounts.test(id, { profile, key, sandboxKey: id === undefined ? undefined : sandboxKeyFor(id, profile) }),
    'accounts.create': ({ profile, key, keep }) => accounts.create(profile, key, keep),
    'accounts.update': async ({ id, archive = 'keep', ...change }) => {
      const { profile } = change
      const { storeHistory: keptBefore } = accounts.get(id)
      const sandboxKey = sandboxKeyFor(id, profile)
      const takeBack = profile.storeHistory && !keptBefore ? await archives.forgetChoice(id) : null
      const account = await accounts.update(id, { ...change, sandboxKey }).catch(async (error: unknown) => {
        await takeBack?.()
        throw error
      })
      if (!profile.storeHistory) {
        // From here on nothing opens it any more: what is open now is closed for good.
        await syncs.release(id)
        await archives.letGo(id, archive)
      }
      return account
    },
    'accounts.historyOnDisk': async ({ id }) => ({ bytes: await archives.bytesOf(accounts.get(id).id) }),
    'accounts.replaceKey': ({ id, key, keep }) => accounts.replaceKey(id, key, keep),
    'accounts.remove': async ({ id, archive }) => {
      const { kind } = accounts.get(id)
      // First: from here on nobody can open its archive again. Open files cannot be removed everywhere.
      await accounts.remove(id)
      outcomes.forget(id)
      await syncs.release(id)
      await archives.release(id)
      if (archive === 'delete') await rm(accounts.folder(id), { recursive: true, force: true })
      if (kind === 'sandbox') await sandbox.forget(archive)
    },
    'accounts.calls': ({ id }) => accounts.callLog(id).entries(),
    'accounts.capabilities': async ({ id, probe }, { signal }) => {
      const client = accounts.client(id)
      if (probe) await client.probe({ signal })
      const { capabilities = {}, probedAt = null } = client.learned()
      return { capabilities: { ...capabilities }, probedAt }
    },
    'accounts.refresh': ({ id }) => accounts.refresh(id),
  }
}

export function keychainHandlers(accounts: Accounts): HandlersOf<'keychain'> {
  return {
    'keychain.state': async () => {
      const state = await accounts.keychainState()
      return { state, sentence: keychainSentences[state] }
    },
  }
}
