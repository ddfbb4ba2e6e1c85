import type { ApiKey, Store } from '../store/index.ts'

const mostKept = 1000

/** Keys by their secret, kept in memory: every call asks for one, and they hardly ever change. */
export class KeyRing {
  readonly #store: Store
  readonly #found = new Map<string, ApiKey>()
  #username: string | undefined

  constructor(store: Store) {
    this.#store = store
  }

  /** Lower case. */
  get username(): string {
    this.#username ??= this.#store.account()?.username.toLowerCase() ?? ''
    return this.#username
  }

  find(secret: string): ApiKey | null {
    const kept = this.#found.get(secret)
    if (kept !== undefined) return kept
    const key = this.#store.keys.findBySecret(secret)
    if (key !== null && this.#found.size < mostKept) this.#found.set(secret, key)
    return key
  }

  /** Something about the keys or the account has changed. */
  forget(): void {
    this.#found.clear()
    this.#username = undefined
  }
}
