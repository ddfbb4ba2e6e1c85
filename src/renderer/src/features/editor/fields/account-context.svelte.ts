import type { CommandOutput } from '#shared/contract/table.ts'
import type { Host } from '../../../lib/host/host.ts'
import { Loader } from '../../../lib/state/loader.svelte.ts'
import type { Option } from '../../../lib/ui/fields/option.ts'
import type { ListedField } from '#shared/contract/messages.ts'
import { longestPrefix } from '#shared/contract/base/search-limits.ts'

type Context = CommandOutput<'drafts.context'>

const nothing: Context = { senders: [], domains: null, keys: [], recipientDomains: [], problems: [] }

/** Known senders, domains and keys of the account, and values seen in its history. Empty until loaded. */
export class AccountContext {
  readonly accountId: string
  readonly #host: Host
  readonly #loader: Loader<Context>
  readonly known: Context = $derived.by(() => this.#loader.value ?? nothing)

  constructor(host: Host, accountId: string) {
    this.#host = host
    this.accountId = accountId
    this.#loader = new Loader(() => host.invoke('drafts.context', { accountId }))
  }

  get isLoaded(): boolean {
    return this.#loader.value !== undefined
  }

  /** If this fails, the fields offer no completions, but everything else works. */
  async load(): Promise<void> {
    await this.#loader.load()
  }

  /**
   * Returns values from the history that begin with the typed text. There are none without a history, or on failure.
   */
  async values(field: ListedField, typed: string): Promise<Option[]> {
    const prefix = typed.trim().slice(0, longestPrefix)
    const asked = { accountId: this.accountId, field, key: null, prefix }
    const found = await this.#host.invoke('messages.values', asked).catch(() => [])
    return found.map(({ value }) => ({ value, label: value }))
  }
}
