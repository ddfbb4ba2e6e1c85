import { AppError } from '#shared/contract/base/error.ts'
import type { OutboxEntry } from '#shared/contract/sandbox.ts'
import type { Host } from '../../lib/host/host.ts'

const pageSize = 200

/** The newest messages of the outbox that have the words of a search, with older ones as they are scrolled to. */
export class OutboxList {
  rows = $state.raw<readonly OutboxEntry[]>([])
  /** Whether there are older ones. */
  hasMore = $state(false)
  error = $state.raw<AppError>()
  readonly #host: Host
  #text = ''
  #wanted = pageSize
  #busy = false
  #again = false

  constructor(host: Host) {
    this.#host = host
  }

  search(text: string): void {
    if (text === this.#text) return
    this.#text = text
    this.#wanted = pageSize
    void this.load()
  }

  showMore(): void {
    if (!this.hasMore || this.#busy) return
    this.#wanted += pageSize
    void this.load()
  }

  /** Reads everything that is shown again, because messages change. What is asked meanwhile is answered by one more reading. */
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
      let isFull = true
      while (isFull && rows.length < this.#wanted) {
        const input = { limit: pageSize, before: rows.at(-1)?.id, text: this.#text }
        const page = await this.#host.invoke('sandbox.outbox', input)
        rows.push(...page)
        isFull = page.length === pageSize
        // With other words, the rest is not wanted any more.
        if (this.#again && input.text !== this.#text) return
      }
      this.rows = rows
      this.hasMore = isFull
      this.error = undefined
    } catch (thrown) {
      this.error = AppError.from(thrown)
    }
  }
}
