import type { Account } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { hideProxyPassword } from '../api/index.ts'
import type { Logger } from '../base/ports.ts'
import type { StoredAccount } from './account-file.ts'
import type { AccountKeys, Keep } from './account-keys.ts'

/** Where each account’s key was found when it was last looked for. */
export class KeyStates {
  readonly #keys: AccountKeys
  readonly #logger: Logger
  readonly #states = new Map<string, Account['keyState']>()
  readonly #timesSet = new Map<string, number>()

  constructor(keys: AccountKeys, logger: Logger) {
    this.#keys = keys
    this.#logger = logger
  }

  of(id: string): Account['keyState'] | undefined {
    return this.#states.get(id)
  }

  /**
   * How many times the account has been given a key since Mailroom started. If the number has changed, there is a new
   * key.
   */
  timesSet(id: string): number {
    return this.#timesSet.get(id) ?? 0
  }

  wasSet(id: string, keep: Keep): void {
    this.#states.set(id, keep === 'keychain' ? 'stored' : 'this-run')
    this.#timesSet.set(id, this.timesSet(id) + 1)
  }

  remove(id: string): void {
    this.#states.delete(id)
    // A read that is still waiting for the keychain must not bring the state back.
    this.#timesSet.set(id, this.timesSet(id) + 1)
  }

  async read(stored: StoredAccount): Promise<void> {
    const { id, keyInKeychain } = stored
    if (keyInKeychain || this.#keys.isGiven(id)) {
      const before = this.timesSet(id)
      const state = await this.#keys.state(stored)
      // While a keychain prompts or hangs, the user may enter the key, perhaps to keep it for this run.
      if (this.timesSet(id) === before) this.#states.set(id, state)
    } else if (this.#states.get(id) !== 'this-run') this.#states.set(id, 'missing')
  }

  /**
   * Moves the proxy’s password to the keychain, and returns the proxy as the file may contain it. If the keychain
   * refuses, the next start tries again.
   */
  async moveOver(stored: StoredAccount): Promise<string> {
    if (this.#states.get(stored.id) !== 'stored') return stored.proxy
    try {
      await this.#keys.moveOver(stored)
      return hideProxyPassword(stored.proxy).shown
    } catch (thrown) {
      const { message, details } = AppError.from(thrown)
      this.#logger.log('warn', `A secret from an earlier version was not moved: ${message}`, details)
      return stored.proxy
    }
  }
}
