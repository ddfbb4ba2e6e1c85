import { AppError } from '#shared/contract/error.ts'
import type { Account } from '#shared/contract/accounts.ts'
import type { SecretStore } from '../ports.ts'
import { createMemorySecretStore } from './memory-secret-store.ts'

export type Keep = 'keychain' | 'this-run'

/** Where the keys of accounts are: the keychain, or memory for those the user chose to keep for this run only. */
export class AccountKeys {
  readonly #keychain: SecretStore
  readonly #thisRun = createMemorySecretStore()

  constructor(keychain: SecretStore) {
    this.#keychain = keychain
  }

  /** The key, or an AppError that says what to do. */
  async get(id: string): Promise<string> {
    const key = (await this.#thisRun.get(id)) ?? (await this.#keychain.get(id))
    if (key === null) {
      throw new AppError(
        'key-missing',
        'Mailroom has no key for this account any more. Enter it again under Replace key.',
        {
          details: { accountId: id },
        },
      )
    }
    return key
  }

  async set(id: string, key: string, keep: Keep): Promise<void> {
    if (keep === 'this-run') return this.#thisRun.set(id, key)
    await this.#keychain.set(id, key)
    // Only now: a keychain that refused leaves the key of this run in force.
    await this.#thisRun.delete(id)
  }

  /** Sets the key and answers how to put the one before it back. */
  async exchange(id: string, key: string, keep: Keep): Promise<() => Promise<void>> {
    const ofThisRun = await this.#thisRun.get(id)
    const inKeychain = keep === 'keychain' ? await this.#keychain.get(id) : null
    await this.set(id, key, keep)
    return async () => {
      if (ofThisRun === null) await this.#thisRun.delete(id)
      else await this.#thisRun.set(id, ofThisRun)
      if (keep === 'this-run') return
      if (inKeychain === null) await this.#keychain.delete(id)
      else await this.#keychain.set(id, inKeychain)
    }
  }

  async delete(id: string): Promise<void> {
    await this.#thisRun.delete(id)
    await this.#keychain.delete(id)
  }

  /** The key that one of this run took the place of. A keychain that would ask for it keeps it until the account goes. */
  async forgetInKeychain(id: string): Promise<void> {
    if ((await this.#keychain.state()) !== 'available') return
    await this.#keychain.delete(id).catch(() => undefined)
  }

  forgetThisRun(id: string): Promise<void> {
    return this.#thisRun.delete(id)
  }

  /** For a key that an earlier one may have preceded: a keychain that does not answer must not keep the account alive. */
  async deleteIfThere(id: string): Promise<void> {
    await this.#thisRun.delete(id)
    await this.#keychain.delete(id).catch(() => undefined)
  }

  async state(id: string): Promise<Account['keyState']> {
    if ((await this.#thisRun.get(id)) !== null) return 'this-run'
    try {
      return (await this.#keychain.get(id)) === null ? 'missing' : 'stored'
    } catch (error) {
      return AppError.from(error).code === 'keychain-locked' ? 'locked' : 'unreachable'
    }
  }
}
