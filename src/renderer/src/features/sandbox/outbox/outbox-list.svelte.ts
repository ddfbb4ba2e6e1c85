import { AppError } from '#shared/contract/base/error.ts'
import type { OutboxEntry, OutboxSort } from '#shared/contract/sandbox.ts'
import type { Host } from '../../../lib/host/host.ts'

const pageSize = 200

/** The first outbox messages that match a search; more are loaded as the user scrolls. */
export class OutboxList {
  rows = $state.raw<readonly OutboxEntry[]>([])
  hasMore = $state(false)
  isLoaded = $state(false)
  error = $state.raw<AppError>()
  readonly #host: Host
  #text = ''
  #sort: OutboxSort = { field: 'date', descending: true }
  #wanted = pageSize
  #busy = false
  #again = false

  constructor(host: Host) {
    this.#host = host
  }

  search(text: string, sort: OutboxSort): void {
    const { field, descending } = this.#sort
    if (text === this.#text && sort.field === field && sort.descending === descending) return
    this.#text = text
    this.#sort = sort
    this.#wanted = pageSize
    void this.load()
  }

  showMore(): void {
    if (!this.hasMore || this.#busy) return
    this.#wanted += pageSize
    void this.load()
  }

  /** Reloads everything shown, because messages change. All calls during a reload cause a single further reload. */
  load = async (): Promise<void> => {
    this.#again = true
    if (this.#busy) return
    this.#busy = true
    try {
      while (this.#again) {
        this.#again = false
        await this.#read()
      }
    } finally {
      this.#busy = false
    }
  }

  async #read(): Promise<void> {
    try {
      const rows: OutboxEntry[] = []
      const asked = { text: this.#text, sort: this.#sort }
      let isFull = true
      while (isFull && rows.length < this.#wanted) {
        const input = { ...asked, limit: pageSize, before: rows.at(-1)?.id }
        const page = await this.#host.invoke('sandbox.outbox', input)
        rows.push(...page)
        isFull = page.length === pageSize
        // If the search or the order has changed, the remaining pages are no longer needed.
        if (this.#again && (asked.text !== this.#text || asked.sort !== this.#sort)) return
      }
      this.rows = rows
      this.hasMore = isFull
      this.isLoaded = true
      this.error = undefined
    } catch (thrown) {
      this.error = AppError.from(thrown)
    }
  }
}
