import type { SecretStore } from '#core/base/ports.ts'

/** Takes the key out of the environment, so that no program that is started from here inherits it. */
export function takeKey(env: NodeJS.ProcessEnv): string | null {
  const key = env['MAILROOM_KEY']?.trim() ?? ''
  delete env['MAILROOM_KEY']
  return key === '' ? null : key
}

/**
 * A keychain for servers, which have none: the key of one account comes from the environment, is kept in memory for this
 * run, and is written nowhere. The keys of all other accounts are where they were.
 */
export class EnvironmentKey implements SecretStore {
  readonly #key: string
  readonly #others: SecretStore
  #accountId: string | null = null

  constructor(key: string, others: SecretStore) {
    this.#key = key
    this.#others = others
  }

  /** Only this account gets the key: another one may lead to another service. */
  bindTo(accountId: string): void {
    this.#accountId = accountId
  }

  state(): ReturnType<SecretStore['state']> {
    return Promise.resolve('available')
  }

  get(id: string): Promise<string | null> {
    return id === this.#accountId ? Promise.resolve(this.#key) : this.#others.get(id)
  }

  /** An account that is added with the key of the environment finds it there in every run. */
  async set(id: string, secret: string): Promise<void> {
    this.#accountId ??= id
    if (id !== this.#accountId) await this.#others.set(id, secret)
  }

  async delete(id: string): Promise<void> {
    if (id !== this.#accountId) await this.#others.delete(id)
  }

  close(): void {
    this.#others.close()
  }
}
