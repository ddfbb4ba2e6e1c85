import { join } from 'node:path'
import type { Account } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { hideProxyPassword } from '../api/profile/proxy.ts'
import { readAccountFile, type StoredAccount } from './account-file.ts'

/** The parts of an account that are not stored. */
type Seen = Pick<Account, 'keyState' | 'connection' | 'connectionProblem'>

export function shownAccount(
  {
    learned: _learned,
    keyInKeychain: _place,
    replacedKeyStays: _earlier,
    teamPasswordInKeychain: _teamPlace,
    ...stored
  }: StoredAccount,
  seen: Seen,
): Account {
  return { ...stored, proxy: hideProxyPassword(stored.proxy).shown, ...seen }
}

/** Returns the folder with all of an account’s data that is not secret. */
export function accountFolder(dataFolder: string, id: string): string {
  return join(dataFolder, 'accounts', id)
}

/** Identifies the service that an account calls. */
export function serviceOf({ kind, baseUrl }: Pick<Account, 'kind' | 'baseUrl'>): string {
  return kind === 'sandbox' ? kind : baseUrl
}

/** The accounts as stored on disk, for a program that may only read. Accesses no keychain and calls no service. */
export class StoredAccounts {
  readonly #list: CommandOutput<'accounts.list'>

  private constructor(list: CommandOutput<'accounts.list'>) {
    this.#list = list
  }

  static async read(dataFolder: string): Promise<StoredAccounts> {
    const { accounts, currentId } = await readAccountFile(dataFolder)
    const shown = accounts.map((stored) =>
      shownAccount(stored, {
        keyState: stored.keyInKeychain ? 'stored' : 'missing',
        connection: 'unknown',
        connectionProblem: null,
      }),
    )
    return new StoredAccounts({ accounts: shown, currentId })
  }

  list(): CommandOutput<'accounts.list'> {
    return this.#list
  }

  get(id: string): Account {
    return findAccount(this.#list.accounts, id)
  }
}

export function findAccount<Known extends { readonly id: string }>(accounts: readonly Known[], id: string): Known {
  const found = accounts.find((account) => account.id === id)
  if (found) return found
  throw new AppError('not-found', 'This account is no longer in Mailroom.', { details: { accountId: id } })
}
