import type { SandboxClock } from '../base/clock.ts'
import type { Store } from '../store/index.ts'

const stepsPerTurn = 500
/** In milliseconds. Storing new sends takes precedence, but steps that are due are delayed by no more than this. */
const maxDelay = 200
const retryWhileBusy = 10
const longestSleep = 60_000

type LifecycleNeeds = {
  store: Store
  clock: SandboxClock
  isBusy: () => boolean
  onError: (error: unknown) => void
  /** Called after steps have been applied, with the rows of messages that waited for credits until then. */
  onSteps?: ((released: readonly number[]) => void) | undefined
}

/** Applies messages’ planned steps as the clock passes them, in chunks between requests. */
export class Lifecycle {
  readonly #needs: LifecycleNeeds
  readonly #stopListening: () => void
  #timer: NodeJS.Timeout | undefined
  #immediate: NodeJS.Immediate | undefined
  #wakesAt = Infinity
  #pausedUntil = -Infinity
  #delayedSince: number | undefined
  #isClosed = false
  #settled: (() => void)[] = []

  constructor(needs: LifecycleNeeds) {
    this.#needs = needs
    this.#stopListening = needs.clock.onChange(() => this.wake())
    this.wake()
  }

  /** Must be called when a step may be due earlier than previously planned. */
  wake(): void {
    this.#sleepUntil(this.#needs.store.plans.nextDue())
  }

  /** Cheaper than `wake` after an insert, because the time of the first new step is known. */
  planned(due: number): void {
    if (due < this.#wakesAt) this.#sleepUntil(due)
  }

  /** Resolves once all steps that are due now by the sandbox’s clock have been applied or have failed. */
  settle(): Promise<void> {
    if (this.#isClosed) return Promise.resolve()
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
    this.#wakesAt = due ?? Infinity
    if (this.#isClosed) return
    // Somebody waits for the steps that are due, which a busy sandbox applies a little later.
    if (this.#settled.length > 0) return this.#retryLater()
    if (due === null) return
    const pause = this.#pausedUntil - performance.now()
    const wait = Math.max(due - this.#needs.clock.now(), pause)
    if (wait <= 0) return this.#turnSoon()
    if (!this.#needs.clock.state().running && pause <= 0) return
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

  /** Checking again at every turn of the event loop took a tenth of a busy sandbox’s time. */
  #retryLater(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#turnSoon(), retryWhileBusy)
    this.#timer.unref()
  }

  #turn(): void {
    if (this.#needs.isBusy()) {
      this.#delayedSince ??= performance.now()
      if (performance.now() - this.#delayedSince < maxDelay) return this.#retryLater()
    }
    this.#delayedSince = undefined
    if (this.#apply()) return this.#turnSoon()
    for (const resolve of this.#settled.splice(0)) resolve()
    this.wake()
  }

  /** Returns whether more steps are due. A full disk must not end the sandbox: the steps are retried after a minute. */
  #apply(): boolean {
    try {
      const { applied, more, released } = this.#needs.store.plans.applyDue(this.#needs.clock.now(), stepsPerTurn)
      if (applied > 0) this.#needs.onSteps?.(released)
      return more
    } catch (error) {
      this.#needs.onError(error)
      this.#pausedUntil = performance.now() + longestSleep
      return false
    }
  }
}
