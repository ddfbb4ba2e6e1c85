import type { CommandInput } from '#shared/contract/table.ts'
import type { Host } from '../../../lib/host/host.ts'

type Scope = CommandInput<'messages.count'>

/** Counts the matches of queries other than the one on the screen, without showing those matches. */
export class OtherCounts {
  readonly #host: Pick<Host, 'invoke'>
  readonly #scope: (text: string) => Scope
  /** The running counts. Some read every address in the archive. */
  readonly #askers = new Set<string>()

  constructor(host: Pick<Host, 'invoke'>, scope: (text: string) => Scope) {
    this.#host = host
    this.#scope = scope
  }

  /** Returns null if the next query cancelled the count. */
  async of(text: string): Promise<number | null> {
    const asker = crypto.randomUUID()
    this.#askers.add(asker)
    try {
      const answer = await this.#host.invoke('messages.countSuperseding', { ...this.#scope(text), asker })
      return answer?.value ?? null
    } finally {
      this.#askers.delete(asker)
    }
  }

  /** Cancels the running counts, which are no longer needed. */
  end(): void {
    for (const asker of this.#askers) {
      // If cancelling fails, the result is simply discarded.
      this.#host.invoke('messages.cancel', { asker }).catch(() => undefined)
    }
  }
}
