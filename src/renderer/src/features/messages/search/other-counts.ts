import type { CommandInput } from '#shared/contract/table.ts'
import type { Host } from '../../../lib/host/host.ts'

type Scope = CommandInput<'messages.count'>

/** Counts the matches of other questions than the one on screen, without showing them. */
export class OtherCounts {
  readonly #host: Pick<Host, 'invoke'>
  readonly #scope: (text: string) => Scope
  readonly #asker = crypto.randomUUID()
  /** Counts on their way that the next question has to end. */
  #slow = 0

  constructor(host: Pick<Host, 'invoke'>, scope: (text: string) => Scope) {
    this.#host = host
    this.#scope = scope
  }

  async of(text: string): Promise<number> {
    return (await this.#host.invoke('messages.count', this.#scope(text))).value
  }

  /** The same for a count that may take long. Null where a newer one or the next question ended it. */
  async ofNewest(text: string): Promise<number | null> {
    this.#slow++
    try {
      const input = { ...this.#scope(text), asker: this.#asker }
      return (await this.#host.invoke('messages.countSuperseding', input))?.value ?? null
    } finally {
      this.#slow--
    }
  }

  /** Ends the slow count that is on its way: nobody waits for it any more. */
  end(): void {
    if (this.#slow === 0) return
    // A count that goes on is only dropped.
    this.#host.invoke('messages.endCount', { asker: this.#asker }).catch(() => undefined)
  }
}
