import type { Clock } from '../../base/ports.ts'
import { Aborted } from '../http/failure.ts'

/** The number of successful calls after which a narrowed limiter is widened by one step. */
const stepUp = 20
const firstGap = 50
const greatestGap = 5000
const greatestPause = 15 * 60_000

/** Keeps an account within its service’s limits: a number of calls in flight and, after a 429, a pace. */
export class Limiter {
  readonly #most: number
  readonly #clock: Clock
  readonly #queue = new Set<() => void>()
  #allowed: number
  #running = 0
  #gap = 0
  #nextStart = 0
  #successes = 0
  #timer: { cancel(): void } | null = null
  #isClosed = false

  constructor(most: number, clock: Clock) {
    this.#most = most
    this.#clock = clock
    this.#allowed = most
  }

  /** Returns null if the call may start immediately: this common case must not cost a promise. */
  enter(signal: AbortSignal | undefined): Promise<void> | null {
    if (this.#queue.size === 0 && this.#isFree()) {
      this.#start()
      return null
    }
    return new Promise((resolve, reject) => {
      const go = (): void => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }
      const abort = (): void => {
        this.#queue.delete(go)
        reject(new Aborted())
      }
      this.#queue.add(go)
      signal?.addEventListener('abort', abort, { once: true })
      this.#wake()
    })
  }

  leave(): void {
    this.#running -= 1
    if (this.#queue.size > 0) this.#wake()
  }

  /**
   * Must be called after the service has responded with a 429. Halves the number of concurrent calls, increases the gap
   * between them, and lets none start for `wait` milliseconds.
   */
  slowDown(wait: number): void {
    const now = this.#clock.now()
    const isPausing = now < this.#nextStart
    this.#nextStart = Math.max(this.#nextStart, now + wait)
    // If several calls in flight hit the same limit, they count as one.
    if (isPausing && this.#gap > 0) return
    this.#allowed = Math.max(1, Math.floor(this.#allowed / 2))
    this.#gap = Math.min(greatestGap, Math.max(firstGap, this.#gap * 2))
    this.#successes = 0
    this.#nextStart = Math.max(this.#nextStart, now + this.#gap)
  }

  /** Must be called after the service has responded with anything except a 429. */
  speedUp(): void {
    if (this.#allowed === this.#most && this.#gap === 0) return
    this.#successes += 1
    if (this.#successes < stepUp) return
    this.#successes = 0
    this.#allowed = Math.min(this.#most, this.#allowed + 1)
    this.#gap = this.#gap <= firstGap ? 0 : this.#gap / 2
  }

  /** Admits every waiting call, which then finds the client closed. */
  close(): void {
    this.#isClosed = true
    this.#timer?.cancel()
    this.#wake()
  }

  #isFree(): boolean {
    if (this.#isClosed) return true
    // A clock that was set back must not stop the account for hours.
    if (this.#nextStart - this.#clock.now() > greatestPause) this.#nextStart = 0
    return this.#running < this.#allowed && (this.#nextStart === 0 || this.#clock.now() >= this.#nextStart)
  }

  #start(): void {
    this.#running += 1
    if (this.#gap > 0) this.#nextStart = this.#clock.now() + this.#gap
    else if (this.#nextStart !== 0 && this.#clock.now() >= this.#nextStart) this.#nextStart = 0
  }

  #wake(): void {
    for (const go of this.#queue) {
      if (!this.#isFree()) break
      this.#queue.delete(go)
      this.#start()
      go()
    }
    if (this.#queue.size === 0 || this.#timer !== null || this.#running >= this.#allowed) return
    this.#timer = this.#clock.after(Math.max(1, this.#nextStart - this.#clock.now()), () => {
      this.#timer = null
      this.#wake()
    })
  }
}
