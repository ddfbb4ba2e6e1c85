import { createHash } from 'node:crypto'
import { AppError } from '#shared/contract/base/error.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { Clock } from '../../base/ports.ts'

type List = {
  /** Names by the digests of their keys. */
  readonly names: ReadonlyMap<string, string>
  readonly listed: readonly { readonly id: string; readonly name: string }[]
}
type Known = { readonly askedAt: number; readonly list: List }

const noList: List = { names: new Map(), listed: [] }

const keptMilliseconds = 10 * 60_000
/**
 * How long to wait before requesting the list again after the service has refused it. Otherwise, every panel would
 * request it.
 */
const pauseMilliseconds = 60_000

/**
 * The names of the accounts’ API keys. The service’s list contains the keys themselves; only their digests are kept, in
 * memory.
 */
export class KeyNames {
  readonly #accounts: Accounts
  readonly #clock: Clock
  readonly #known = new Map<string, Known>()

  constructor({ accounts, clock }: { accounts: Accounts; clock: Clock }) {
    this.#accounts = accounts
    this.#clock = clock
  }

  /** Names are optional: if the list is unavailable, there are none, which isn’t a failure. */
  async of(
    accountId: string,
    keys: readonly string[],
    signal: AbortSignal,
  ): Promise<CommandOutput<'statistics.keyNames'>> {
    const { names, listed } = await this.#list(accountId, signal)
    const found = keys.map((key) => [key, names.get(digest(key))] as const)
    const known = found.filter((entry): entry is [string, string] => entry[1] !== undefined)
    return { names: Object.fromEntries(known), listed: [...listed] }
  }

  remove(accountId: string): void {
    this.#known.delete(accountId)
  }

  async #list(accountId: string, signal: AbortSignal): Promise<List> {
    const known = this.#known.get(accountId)
    const now = this.#clock.now()
    const kept = known?.list.listed.length === 0 ? pauseMilliseconds : keptMilliseconds
    if (known && now - known.askedAt < kept) return known.list
    const list = await this.#ask(accountId, signal).catch((thrown: unknown) => {
      if (thrown instanceof AppError && thrown.code === 'aborted') throw thrown
      return known?.list ?? noList
    })
    this.#known.set(accountId, { askedAt: now, list })
    return list
  }

  async #ask(accountId: string, signal: AbortSignal): Promise<List> {
    const expected = ['forbidden', 'not-found', 'not-allowed']
    const { items } = await this.#accounts.client(accountId).settings.apiKeys({ signal, expected })
    const named = items.filter(({ description }) => description.trim() !== '')
    const names = named.flatMap(({ id, hash, key, description }) =>
      [id, hash, key].filter(Boolean).map((value): [string, string] => [digest(value), description]),
    )
    return { names: new Map(names), listed: items.map(({ id, description }) => ({ id, name: description })) }
  }
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64')
}
