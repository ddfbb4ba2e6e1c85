import type { ApiKey, Store } from '../store/index.ts'

const maxKeys = 1000

/** Caches keys by their secret: every call needs a key, and keys hardly ever change. */
export class KeyRing {
  readonly #store: Store
  readonly #found = new Map<string, ApiKey>()
  #username: string | undefined

  constructor(store: Store) {
    this.#store = store
  }

  /** In lower case. */
  get username(): string {
    this.#username ??= this.#store.account()?.username.toLowerCase() ?? ''
    return this.#username
  }

  find(secret: string): ApiKey | null {
    const cached = this.#found.get(secret)
    if (cached !== undefined) return cached
    const key = this.#store.keys.findBySecret(secret)
    if (key !== null && this.#found.size < maxKeys) this.#found.set(secret, key)
    return key
  }

  /** Must be called when a key or the account has changed. */
  clear(): void {
    this.#found.clear()
    this.#username = undefined
  }
}
