import type { Clock } from '../base/ports.ts'
import { sleep } from '../base/sleep.ts'

/** Spreads calls over time if the user has set a maximum speed. */
export class Pace {
  readonly #clock: Clock
  readonly #gap: number
  readonly #signal: AbortSignal
  #nextAt = 0

  constructor(clock: Clock, callsPerMinute: number | null, signal: AbortSignal) {
    this.#clock = clock
    this.#gap = callsPerMinute === null ? 0 : 60_000 / Math.max(callsPerMinute, 0.1)
    this.#signal = signal
  }

  async turn(): Promise<void> {
    this.#signal.throwIfAborted()
    if (this.#gap === 0) return
    const now = this.#clock.now()
    // Waits at most one gap, because the clock may have been set back in the meantime.
    const wait = Math.min(Math.max(0, this.#nextAt - now), this.#gap)
    if (wait > 0) await sleep(this.#clock, wait, this.#signal)
    this.#signal.throwIfAborted()
    this.#nextAt = this.#clock.now() + this.#gap
  }
}
