import type { CommandOutput } from '#shared/contract/table.ts'
import type { Host } from '../../../lib/host/host.ts'
import { Loader } from '../../../lib/state/loader.svelte.ts'

type Names = CommandOutput<'statistics.keyNames'>

/** The account’s names for its API keys. If a key’s name is unknown or still loading, its id is shown. */
export class KeyNames {
  #asked: string[] = []
  readonly #loader: Loader<Names>

  constructor(host: Pick<Host, 'invoke'>, accountId: string) {
    this.#loader = new Loader(() => host.invoke('statistics.keyNames', { accountId, keys: this.#asked }))
  }

  get listed(): Names['listed'] {
    return this.#loader.value?.listed ?? []
  }

  readonly of = (key: string): string => this.#loader.value?.names[key] ?? key

  async load(keys: readonly string[]): Promise<void> {
    this.#asked = keys.filter((key) => key !== '' && key.length <= 400).slice(0, 1000)
    await this.#loader.load()
  }
}
