import type { SandboxClock } from '../base/clock.ts'
import type { Store } from '../store/index.ts'

const stepsPerTurn = 500
/** New sends go first; but however many come, what is due is not put off longer than this. */
const patience = 200
const restWhileBusy = 10
const longestSleep = 60_000

/** Lets messages live through their planned steps as the clock passes them, in chunks between requests. */
export class Lifecycle {
  readonly #store: Store
  readonly #clock: SandboxClock
  readonly #isBusy: () => boolean
  readonly #onError: (error: unknown) => void
  readonly #onLived: (() => void) | undefined
  readonly #stopListening: () => void
  #timer: NodeJS.Timeout | undefined
  #immediate: NodeJS.Immediate | undefined
  #waking = Infinity
  #pausedUntil = -Infinity
  #putOffSince: number | undefined
  #isClosed = false
  #settled: (() => void)[] = []

  constructor(options: {
    store: Store
    clock: SandboxClock
    isBusy: () => boolean
    onError: (error: unknown) => void
    /** Messages have other states. */
    onLived?: (() => void) | undefined
  }) {
    const { store, clock } = options
    this.#store = store
    this.#clock = clock
    this.#isBusy = options.isBusy
    this.#onError = options.onError
    this.#onLived = options.onLived
    this.#stopListening = clock.onChange(() => this.wake())
    this.wake()
  }

  /** Something may be due earlier than was thought. */
  wake(): void {
    this.#sleepUntil(this.#store.plans.nextDue())
  }

  /** Cheaper than `wake` after an insert, whose dues are known. */
  planned(due: number): void {
    if (due < this.#waking) this.#sleepUntil(due)
  }

  /** Resolves once everything due by the present time of the clock has happened. */
  settle(): Promise<void> {
    return new Promise((resolve) => {
      this.#settled.push(resolve)
      this.#turnSoon()
    })
  }

  close(): void {
    this.#isClosed = true
    this.#stopListening()
    clearTimeout(this.#timer)
    clearImmediate(this.#immediate)
    for (const resolve of this.#settled.splice(0)) resolve()
  }

  #sleepUntil(due: number | null): void {
    clearTimeout(this.#timer)
    this.#waking = due ?? Infinity
    if (due === null || this.#isClosed) return
    const pause = this.#pausedUntil - performance.now()
    const wait = Math.max(due - this.#clock.now(), pause)
    if (wait <= 0) return this.#turnSoon()
    if (!this.#clock.state().running && pause <= 0) return
    this.#timer = setTimeout(() => this.wake(), Math.min(wait + 1, longestSleep))
    this.#timer.unref()
  }

  #turnSoon(): void {
    if (this.#isClosed) return
    this.#immediate ??= setImmediate(() => {
      this.#immediate = undefined
      this.#turn()
    })
  }

  /** Without asking again at every turn of the event loop: that alone took a tenth of a busy sandbox. */
  #rest(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#turnSoon(), restWhileBusy)
    this.#timer.unref()
  }

  #turn(): void {
    if (this.#isBusy()) {
      this.#putOffSince ??= performance.now()
      if (performance.now() - this.#putOffSince < patience) return this.#rest()
    }
    this.#putOffSince = undefined
    if (this.#apply()) return this.#turnSoon()
    for (const resolve of this.#settled.splice(0)) resolve()
    this.wake()
  }

  /** Whether more is due. A disk that is full must not end the sandbox: the steps wait for the next minute. */
  #apply(): boolean {
    try {
      const { applied, more } = this.#store.plans.applyDue(this.#clock.now(), stepsPerTurn)
      if (applied > 0) this.#onLived?.()
      return more
    } catch (error) {
      this.#onError(error)
      this.#pausedUntil = performance.now() + longestSleep
      return false
    }
  }
}
