import type { CommandOutput } from '#shared/contract/table.ts'
import type { Host } from '../../../lib/host/host.ts'

type Names = CommandOutput<'statistics.keyNames'>

/** What the account calls its API keys. Until they are known, and where they are not, a key is shown as it is. */
export class KeyNames {
  #known = $state.raw<Names>({ names: {}, listed: [] })
  readonly #host: Host
  readonly #accountId: string

  constructor(host: Host, accountId: string) {
    this.#host = host
    this.#accountId = accountId
  }

  get listed(): Names['listed'] {
    return this.#known.listed
  }

  readonly of = (key: string): string => this.#known.names[key] ?? key

  async load(keys: readonly string[]): Promise<void> {
    const asked = keys.filter((key) => key !== '' && key.length <= 400).slice(0, 1000)
    this.#known = await this.#host
      .invoke('statistics.keyNames', { accountId: this.#accountId, keys: asked })
      .catch(() => this.#known)
  }
}
