import { createHash } from 'node:crypto'
import { AppError } from '#shared/contract/base/error.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { Clock } from '../../base/ports.ts'

type Known = { readonly askedAt: number; readonly names: ReadonlyMap<string, string> }

const keptMilliseconds = 10 * 60_000
/** A service that refuses the list is not asked again at every panel. */
const pauseMilliseconds = 60_000

/** What accounts call their API keys. The list holds the keys themselves, of which only digests are kept, in memory. */
export class KeyNames {
  readonly #accounts: Accounts
  readonly #clock: Clock
  readonly #known = new Map<string, Known>()

  constructor({ accounts, clock }: { accounts: Accounts; clock: Clock }) {
    this.#accounts = accounts
    this.#clock = clock
  }

  /** Names are an extra: without the list there are none, which is no failure. */
  async of(accountId: string, keys: readonly string[], signal: AbortSignal): Promise<Record<string, string>> {
    const names = await this.#names(accountId, signal)
    const found = keys.map((key) => [key, names.get(digest(key))] as const)
    return Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== undefined))
  }

  remove(accountId: string): void {
    this.#known.delete(accountId)
  }

  async #names(accountId: string, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const known = this.#known.get(accountId)
    const now = this.#clock.now()
    const kept = known?.names.size === 0 ? pauseMilliseconds : keptMilliseconds
    if (known && now - known.askedAt < kept) return known.names
    const names = await this.#ask(accountId, signal).catch((thrown: unknown) => {
      if (thrown instanceof AppError && thrown.code === 'aborted') throw thrown
      return known?.names ?? new Map<string, string>()
    })
    this.#known.set(accountId, { askedAt: now, names })
    return names
  }

  /** Records name their key by its id, its hash or the key itself, depending on the service. */
  async #ask(accountId: string, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const expected = ['forbidden', 'not-found', 'not-allowed']
    const { items } = await this.#accounts.client(accountId).settings.apiKeys({ signal, expected })
    const named = items.filter(({ description }) => description.trim() !== '')
    return new Map(
      named.flatMap(({ id, hash, key, description }) =>
        [id, hash, key].filter(Boolean).map((value): [string, string] => [digest(value), description]),
      ),
    )
  }
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64')
}
