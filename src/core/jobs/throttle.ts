import type { Clock } from '../base/ports.ts'

/** Calls immediately, then at most once per interval; the last call is never dropped. */
export class Throttle {
  readonly #clock: Clock
  readonly #interval: number
  readonly #callback: () => void
  #timer: { cancel(): void } | null = null
  #again = false

  constructor(clock: Clock, interval: number, callback: () => void) {
    this.#clock = clock
    this.#interval = interval
    this.#callback = callback
  }

  call(): void {
    if (this.#timer) {
      this.#again = true
      return
    }
    this.#callback()
    this.#timer = this.#clock.after(this.#interval, () => {
      this.#timer = null
      if (this.#again) {
        this.#again = false
        this.call()
      }
    })
  }

  cancel(): void {
    this.#timer?.cancel()
    this.#timer = null
    this.#again = false
  }
}
