import type { CommandInput, CommandOutput } from '#shared/contract/table.ts'
import type { Host } from '../../../lib/host/host.ts'

type Asked = CommandInput<'messages.count'> & Pick<CommandInput<'messages.search'>, 'sort'>
type Answer = CommandOutput<'messages.search'>

export const pageSize = 100

/** The calls that read a search’s rows from the archive. */
export class SearchCalls {
  readonly #host: Host
  /** The search as it is now, in its order. */
  readonly #asked: () => Asked
  readonly #asker = crypto.randomUUID()

  constructor(host: Host, asked: () => Asked) {
    this.#host = host
    this.#asked = asked
  }

  positions(rows: number[]): Promise<CommandOutput<'messages.positions'>> {
    return this.#host.invoke('messages.positions', { ...this.#asked(), rows })
  }

  page(page: number): Promise<Answer> {
    return this.#host.invoke('messages.search', this.#pageOf(page))
  }

  /** Reads the first page of a query. If it sorts, the next query cancels it, even if that one needs no sorting. */
  firstPage(sorting: boolean): Promise<Answer | null> {
    if (!sorting) return this.page(0)
    return this.#host.invoke('messages.searchSuperseding', { ...this.#pageOf(0), asker: this.#asker })
  }

  /** Cancels a sort that is running. If that fails, its rows are simply discarded. */
  cancel(): void {
    this.#host.invoke('messages.cancel', { asker: this.#asker }).catch(() => undefined)
  }

  #pageOf(page: number) {
    return { ...this.#asked(), offset: page * pageSize, limit: pageSize }
  }
}
