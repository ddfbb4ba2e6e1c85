import type { Account } from '#shared/contract/accounts.ts'
import type { StoredAccount } from './account-file.ts'
import type { AccountKeys, Keep } from './account-keys.ts'

/** Where the key of each account was found when it was last looked for. */
export class KeyStates {
  readonly #keys: AccountKeys
  readonly #states = new Map<string, Account['keyState']>()

  constructor(keys: AccountKeys) {
    this.#keys = keys
  }

  of(id: string): Account['keyState'] | undefined {
    return this.#states.get(id)
  }

  wasSet(id: string, keep: Keep): void {
    this.#states.set(id, keep === 'keychain' ? 'stored' : 'this-run')
  }

  remove(id: string): void {
    this.#states.delete(id)
  }

  async read(stored: StoredAccount): Promise<void> {
    const { id, keyInKeychain } = stored
    if (keyInKeychain || this.#keys.isGiven(id)) this.#states.set(id, await this.#keys.state(stored))
    else if (this.#states.get(id) !== 'this-run') this.#states.set(id, 'missing')
  }
}
