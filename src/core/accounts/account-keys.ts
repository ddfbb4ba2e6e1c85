import type { Account, AccountProfile, WithoutKeychain } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { KeychainState } from '#shared/contract/keychain.ts'
import { isKeychainMissing } from '#shared/domain/keychain/missing-keychain.ts'
import { hideProxyPassword } from '../api/index.ts'
import type { SecretStore } from '../base/ports.ts'
import type { StoredAccount } from './account-file.ts'
import { readSecret, writeSecret, type AccountSecret } from './account-secret.ts'
import { sandboxStoppedError } from './known-sandbox.ts'
import { isSamePlace, keyElsewhereError, keyPlaceOf } from './key-place.ts'

export type Keep = 'keychain' | 'this-run'

/**
 * Where account keys are: in the keychain, or in memory if the user chose to keep a key for this run only. Keys read from
 * the keychain are kept in memory as well, so that the keychain is accessed once, not with every call to a service.
 */
export class AccountKeys {
  readonly #keychain: SecretStore
  readonly #thisRun = new Map<string, AccountSecret>()
  /** Keys lent temporarily by the user’s other programs, for accounts without a key here. */
  readonly #lent = new Map<string, AccountSecret>()
  readonly #known = new Map<string, Promise<AccountSecret | null>>()
  /** Accounts whose key was stored without its destination: in the environment or by an earlier version. */
  readonly #placeless = new Set<string>()

  constructor(keychain: SecretStore) {
    this.#keychain = keychain
  }

  /**
   * Returns the secret if it may be sent to where the account points now. Otherwise rejects with an AppError that
   * states what to do.
   */
  async get(account: StoredAccount): Promise<AccountSecret> {
    const own = this.#thisRun.get(account.id) ?? this.#lent.get(account.id)
    const secret = own ?? (await this.#inKeychain(account))
    // The sandbox gives its account a key at each start, so without a key it isn’t running.
    if (secret === null) throw account.kind === 'sandbox' ? sandboxStoppedError() : keyMissingError(account)
    const place = keyPlaceOf(account)
    if (!isSamePlace(secret.place, place)) throw keyElsewhereError(secret.place, place)
    return secret
  }

  /** Refuses a change that would send the stored key somewhere else. If no key is stored, the error states that. */
  async refuseOtherPlace(before: StoredAccount, profile: AccountProfile): Promise<void> {
    const stored = keyPlaceOf(before)
    const wanted = keyPlaceOf(profile)
    if (isSamePlace(stored, wanted)) return
    throw (await this.state(before)) === 'missing' ? keyMissingError(before) : keyElsewhereError(stored, wanted)
  }

  async set(id: string, secret: AccountSecret, keep: Keep): Promise<void> {
    if (keep === 'this-run') {
      this.#thisRun.set(id, secret)
      return
    }
    await this.#keychain.set(id, writeSecret(secret))
    this.#placeless.delete(id)
    this.#known.set(id, Promise.resolve(secret))
    // Deleted last: if the keychain refuses, this run’s key remains in use.
    this.#thisRun.delete(id)
  }

  /** Sets the secret and returns a function that restores the previous one. */
  async exchange(account: StoredAccount, secret: AccountSecret, keep: Keep): Promise<() => Promise<void>> {
    const { id } = account
    const ofThisRun = this.#thisRun.get(id)
    const inKeychain = keep === 'keychain' ? await this.#inKeychain(account) : null
    await this.set(id, secret, keep)
    return async () => {
      if (keep === 'keychain') {
        if (inKeychain === null) await this.#removeFromKeychain(id)
        else await this.set(id, inKeychain, 'keychain')
      }
      if (ofThisRun === undefined) this.#thisRun.delete(id)
      else this.#thisRun.set(id, ofThisRun)
    }
  }

  /** Uses a key until it is withdrawn. If the account already has a key, it must be the same one. */
  async lend(account: StoredAccount, key: string): Promise<() => void> {
    const { id } = account
    const held = await this.get(account).catch(() => null)
    if (held?.key === key) return () => undefined
    if (held !== null) throw otherKeyError(account)
    const secret = { key, place: keyPlaceOf(account), proxyPassword: null }
    this.#lent.set(id, secret)
    return () => {
      if (this.#lent.get(id) === secret) this.#lent.delete(id)
    }
  }

  async remove(id: string, keep: Keep): Promise<void> {
    this.#thisRun.delete(id)
    if (keep === 'keychain') await this.#removeFromKeychain(id)
  }

  /**
   * Removes the keychain’s key that was replaced by a key for this run, or whose account was never written. If the
   * keychain can’t be used now, that key stays. Returns whether it was removed.
   */
  async removeReplaced(id: string): Promise<boolean> {
    this.#known.delete(id)
    if (this.isGiven(id) || (await this.#keychain.state()) !== 'available') return false
    return this.#removeFromKeychain(id).then(
      () => true,
      () => false,
    )
  }

  /**
   * Removes the key of an account that is being removed. Returns whether that key may still be in a keychain that isn’t
   * available here.
   */
  async removeOf(
    { id, kind, keyInKeychain, replacedKeyStays }: StoredAccount,
    withoutKeychain: WithoutKeychain = 'refuse',
  ): Promise<boolean> {
    this.#thisRun.delete(id)
    this.#known.delete(id)
    // If the keychain contains no key for this account (the sandbox’s is never there), it isn’t accessed, so it can’t
    // prompt.
    if (!keyInKeychain && (kind === 'sandbox' || !replacedKeyStays)) return false
    try {
      await this.#removeFromKeychain(id)
    } catch (thrown) {
      // The keychain may still contain an earlier key. Failing to remove it must not block removing the account.
      if (!keyInKeychain) return false
      if (withoutKeychain === 'refuse' || !isKeychainMissing(AppError.from(thrown).code)) throw thrown
      return true
    }
    return false
  }

  /** Whether the user gave the host this account’s key for this run. */
  isGiven(id: string): boolean {
    return this.#keychain.isGiven?.(id) === true
  }

  async state(account: StoredAccount): Promise<Account['keyState']> {
    if (this.#thisRun.has(account.id)) return 'this-run'
    try {
      return (await this.#inKeychain(account)) === null ? 'missing' : 'stored'
    } catch (error) {
      return AppError.from(error).code === 'keychain-locked' ? 'locked' : 'unreachable'
    }
  }

  /**
   * Reads the keychain’s state. If the user has locked the keychain, the keys read from it are dropped; if it hangs or
   * is missing, they are kept.
   */
  async keychainState(): Promise<KeychainState> {
    const state = await this.#keychain.state()
    if (state === 'locked') this.#known.clear()
    return state
  }

  /** Stores what an earlier version kept elsewhere: a key’s destination and the proxy password from `accounts.json`. */
  async moveOver(account: StoredAccount): Promise<void> {
    const { password } = hideProxyPassword(account.proxy)
    if (password === null && !this.#placeless.has(account.id)) return
    const secret = await this.get(account)
    await this.set(account.id, password === null ? secret : { ...secret, proxyPassword: password }, 'keychain')
  }

  /** Accesses the keychain once, however many calls wait for the result. A failure is not kept. */
  #inKeychain(account: StoredAccount): Promise<AccountSecret | null> {
    const { id, keyInKeychain } = account
    // A key that was replaced by a key for this run must not come back into use.
    if (!keyInKeychain && !this.isGiven(id)) return Promise.resolve(null)
    const known = this.#known.get(id)
    if (known) return known
    const reading = this.#read(account)
    this.#known.set(id, reading)
    const drop = (): void => {
      if (this.#known.get(id) === reading) this.#known.delete(id)
    }
    reading.then((secret) => {
      if (secret === null) drop()
    }, drop)
    return reading
  }

  async #read(account: StoredAccount): Promise<AccountSecret | null> {
    const text = await this.#keychain.get(account.id)
    if (text === null) return null
    const secret = readSecret(text)
    if (secret !== null) return secret
    this.#placeless.add(account.id)
    return { key: text, place: keyPlaceOf(account), proxyPassword: null }
  }

  async #removeFromKeychain(id: string): Promise<void> {
    this.#known.delete(id)
    await this.#keychain.delete(id)
  }
}

function otherKeyError({ name }: StoredAccount): AppError {
  return new AppError(
    'key-differs',
    `The environment has a different key for ${name} than the running Mailroom. Unset the variable to use Mailroom’s key, or quit Mailroom to use the key from the environment.`,
  )
}

function keyMissingError({ id }: StoredAccount): AppError {
  return new AppError('key-missing', 'Mailroom no longer has a key for this account. Enter the key again.', {
    details: { field: 'key', accountId: id },
  })
}
