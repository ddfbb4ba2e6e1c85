import type { Clock } from '../../base/ports.ts'

/**
 * The longest time between two checks of the clock, in milliseconds. A timer does not count the time that the computer
 * sleeps, and a long timer overflows.
 */
const longestSleep = 30_000

/** Calls back at a given clock time, with one timer per id. */
export class Timers {
  readonly #clock: Clock
  readonly #callback: (id: string) => Promise<void>
  readonly #timers = new Map<string, { cancel(): void }>()

  constructor(clock: Clock, callback: (id: string) => Promise<void>) {
    this.#clock = clock
    this.#callback = callback
  }

  /** Replaces any earlier timer with the same id. */
  set(id: string, at: number): void {
    this.cancel(id)
    const left = Math.max(0, Math.min(at - this.#clock.now(), longestSleep))
    const timer = this.#clock.after(left, () => {
      if (this.#clock.now() < at) return this.set(id, at)
      this.#timers.delete(id)
      void this.#callback(id)
    })
    this.#timers.set(id, timer)
  }

  cancel(id: string): void {
    this.#timers.get(id)?.cancel()
    this.#timers.delete(id)
  }

  clear(): void {
    for (const id of [...this.#timers.keys()]) this.cancel(id)
  }
}
