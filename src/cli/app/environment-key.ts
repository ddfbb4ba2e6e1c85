import type { SecretStore } from '#core/base/ports.ts'
import type { Account } from '#shared/contract/accounts.ts'
import { UsageError } from '../framework/usage-error.ts'

type Named = Pick<Account, 'name'>

const shared = 'MAILROOM_KEY'
const prefix = `${shared}_`

/**
 * The environment variable for an account’s key: `MAILROOM_KEY_` and the account’s name in capitals without accents, with an
 * underscore for every run of other characters. Null if the name has no letter from A to Z and no digit.
 */
export function keyVariable(name: string): string | null {
  // Upper-casing comes first, because it turns ß into SS, which is kept.
  const plain = name.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '')
  const suffix = plain.replace(/[^A-Z0-9]+/g, '_')
  return suffix === '' || suffix === '_' ? null : `${prefix}${suffix}`
}

export function isAnyKeyGiven(env: NodeJS.ProcessEnv): boolean {
  return Object.keys(env).some((name) => name === shared || name.startsWith(prefix))
}

/** The environment’s keys for accounts, by variable name. */
export class EnvironmentKeys {
  readonly #variables: ReadonlyMap<string, string>

  private constructor(variables: ReadonlyMap<string, string>) {
    this.#variables = variables
  }

  /** Removes the keys from the environment, so that no program started from here inherits one. */
  static take(env: NodeJS.ProcessEnv): EnvironmentKeys {
    const names = Object.keys(env).filter((name) => name === shared || name.startsWith(prefix))
    const found = names.map((name) => [name, env[name]?.trim() ?? ''] as const)
    for (const name of names) Reflect.deleteProperty(env, name)
    return new EnvironmentKeys(new Map(found.filter(([, key]) => key !== '')))
  }

  /** The key from the account’s own variable or, failing that, the key for all accounts. */
  keyFor({ name }: Named, others: readonly Named[]): string | null {
    const own = keyVariable(name)
    if (own === null) this.#refuseNameless(name)
    const key = own === null ? undefined : this.#variables.get(own)
    if (key === undefined) return this.#variables.get(shared) ?? null
    const twin = others.find((other) => keyVariable(other.name) === own)
    if (twin === undefined) return key
    throw new UsageError(
      `${own} could be the key for ${name} or for ${twin.name}. Rename one of them in the app, or unset ${own} and set ${shared}.`,
    )
  }

  #refuseNameless(name: string): void {
    const unclear = [prefix, `${prefix}_`].find((variable) => this.#variables.has(variable))
    if (unclear === undefined) return
    throw new UsageError(
      `${unclear} doesn’t match an account, because ${name} has no letters from A to Z and no digits. Unset it and set ${shared}.`,
    )
  }
}

/**
 * Takes the keychain’s place on servers without one: one account’s key comes from the environment, is kept in memory for
 * this run, and is not written anywhere. The keys of all other accounts stay where they are.
 */
export class EnvironmentKey implements SecretStore {
  readonly #key: string
  readonly #others: SecretStore
  #accountId: string | null = null

  constructor(key: string, others: SecretStore) {
    this.#key = key
    this.#others = others
  }

  /** No other account gets the key, because it may belong to a different service. */
  bindTo(accountId: string): void {
    this.#accountId = accountId
  }

  state(): ReturnType<SecretStore['state']> {
    return Promise.resolve('available')
  }

  isGiven(id: string): boolean {
    return id === this.#accountId
  }

  get(id: string): Promise<string | null> {
    return id === this.#accountId ? Promise.resolve(this.#key) : this.#others.get(id)
  }

  /** The key is not stored, because every run reads it from the environment again. */
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
