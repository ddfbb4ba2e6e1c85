import type { JsonFile } from '../base/json-file.ts'
import type { Keep } from './account-keys.ts'
import type { AccountList, StoredAccount } from './account-file.ts'
import { findAccount } from './stored-accounts.ts'

/**
 * The list of accounts on disk. Changes are applied one at a time to the latest list, so that two concurrent changes
 * are both kept.
 */
export class AccountStore {
  readonly #file: JsonFile<AccountList>
  /** Ids that earlier runs left unwritten. Accounts that are being created now are not among them. */
  readonly #unwritten: readonly string[]

  constructor(file: JsonFile<AccountList>) {
    this.#file = file
    this.#unwritten = file.value.unwritten
  }

  get accounts(): readonly StoredAccount[] {
    return this.#file.value.accounts
  }

  get currentId(): string | null {
    return this.#file.value.currentId
  }

  get(id: string): StoredAccount {
    return findAccount(this.accounts, id)
  }

  has(id: string): boolean {
    return this.accounts.some((stored) => stored.id === id)
  }

  others(id: string): readonly StoredAccount[] {
    return this.accounts.filter((stored) => stored.id !== id)
  }

  async select(id: string): Promise<void> {
    // The account may have been removed while this change waited.
    await this.#file.set((list) =>
      list.accounts.some((stored) => stored.id === id) ? { ...list, currentId: id } : list,
    )
  }

  /** With `stays`, the current account remains current, because the user is working with it. */
  async add(stored: StoredAccount, stays: boolean): Promise<void> {
    await this.#file.set((list) => {
      // If the account was restored twice at the same time, it is added only once.
      if (list.accounts.some(({ id }) => id === stored.id)) return list
      const currentId = stays && list.currentId !== null ? list.currentId : stored.id
      const unwritten = list.unwritten.filter((id) => id !== stored.id)
      return { accounts: [...list.accounts, stored], currentId, unwritten }
    })
  }

  async change(id: string, change: (stored: StoredAccount) => StoredAccount): Promise<void> {
    await this.#file.set((list) => ({
      ...list,
      accounts: list.accounts.map((stored) => (stored.id === id ? change(stored) : stored)),
    }))
  }

  /**
   * Must be called before a key is written to the keychain. If Mailroom is then killed, the cost is a needless access
   * to the keychain instead of a key that stays there permanently.
   */
  async mayHaveKey(id: string, keep: Keep): Promise<void> {
    if (keep === 'keychain') await this.change(id, (stored) => ({ ...stored, replacedKeyStays: true }))
  }

  /** Like `mayHaveKey`, for an account that is about to be added. */
  async mayBeAdded(id: string, keep: Keep): Promise<void> {
    if (keep === 'keychain') await this.#file.set((list) => ({ ...list, unwritten: [...list.unwritten, id] }))
  }

  /**
   * Removes the keys of accounts that were never written, because Mailroom was killed first. `removeKey` returns
   * whether the key was removed; if not, the next start tries again.
   */
  async tidyKeys(removeKey: (id: string) => Promise<boolean>): Promise<void> {
    for (const id of this.#unwritten) {
      if (!(await removeKey(id))) continue
      const change = this.#file.set((list) => ({ ...list, unwritten: list.unwritten.filter((other) => other !== id) }))
      // If the disk is full, the only cost is one more keychain access at the next start.
      await change.catch(() => undefined)
    }
  }

  async remove(id: string): Promise<void> {
    await this.#file.set((list) => {
      const accounts = list.accounts.filter((other) => other.id !== id)
      return { ...list, accounts, currentId: list.currentId === id ? (accounts[0]?.id ?? null) : list.currentId }
    })
  }

  settled(): Promise<void> {
    return this.#file.settled()
  }
}
