import type { MessageRecord } from '../store/index.ts'
import { mismatch, type OutboxFilter } from './outbox-filter.ts'

/** More messages than a test usually looks at, but few enough to be read again after each step. */
const mostUndecided = 1000
/** In milliseconds. A timer set to a longer time, such as Infinity, would go off at once. */
const longestTimer = 2 ** 31 - 1

/** A caller waiting for a message. Collects messages that may match until the caller takes them. */
export class Waiter {
  /** Rejects when the caller cancels or the sandbox closes. */
  readonly ended: Promise<never>
  readonly #filter: OutboxFilter
  readonly signal: AbortSignal
  readonly #timer: NodeJS.Timeout
  readonly #stop: () => void
  /** Messages that match except for their state. */
  readonly #undecided = new Set<string>()
  #found: string[] = []
  #isLate = false
  #mustSearch = false
  #news = Promise.withResolvers<void>()
  #arrival = Promise.withResolvers<void>()

  constructor(filter: OutboxFilter, timeout: number, signal: AbortSignal) {
    signal.throwIfAborted()
    this.#filter = filter
    this.signal = signal
    const { promise, reject } = Promise.withResolvers<never>()
    this.ended = promise
    // The promise may reject while nothing is waiting for it.
    promise.catch(() => undefined)
    this.#stop = () => reject(signal.reason as Error)
    signal.addEventListener('abort', this.#stop, { once: true })
    this.#timer = setTimeout(
      () => {
        this.#isLate = true
        this.#news.resolve()
      },
      Math.min(timeout, longestTimer),
    )
  }

  get undecided(): string[] {
    return [...this.#undecided]
  }

  keep(id: string): void {
    if (this.#filter.state !== undefined && this.#undecided.size < mostUndecided) this.#undecided.add(id)
  }

  /** Newest first. */
  offer(records: readonly MessageRecord[]): void {
    const matching: string[] = []
    for (const record of records) {
      const why = mismatch(record, this.#filter)
      if (why?.by === 'state') this.keep(record.id)
      if (why !== undefined) continue
      this.#undecided.delete(record.id)
      matching.push(record.id)
    }
    if (matching.length === 0) return
    this.#found = [...matching, ...this.#found]
    this.#arrival.resolve()
    this.#news.resolve()
  }

  /** Resolves when messages that may match are waiting to be taken. */
  get arrival(): Promise<void> {
    return this.#arrival.promise
  }

  take(): readonly string[] {
    const found = this.#found
    this.#found = []
    this.#arrival = Promise.withResolvers()
    return found
  }

  /** Must be called after all messages have been replaced. */
  startAgain(): void {
    this.#undecided.clear()
    this.#found = []
    this.#mustSearch = true
    this.#news.resolve()
  }

  /**
   * Waits for messages that may match and returns their ids. `again`: the caller must search all messages again.
   * `timeout`: the time is up and no message is left.
   */
  async next(): Promise<readonly string[] | 'again' | 'timeout'> {
    if (this.#found.length === 0 && !this.#mustSearch && !this.#isLate) {
      this.#news = Promise.withResolvers()
      await Promise.race([this.#news.promise, this.ended])
    }
    const found = this.take()
    if (this.#mustSearch) {
      this.#mustSearch = false
      return 'again'
    }
    return found.length === 0 && this.#isLate ? 'timeout' : found
  }

  close(): void {
    clearTimeout(this.#timer)
    this.signal.removeEventListener('abort', this.#stop)
  }
}
