export class PauseGate {
  #waiting: PromiseWithResolvers<void> | null = null
  #onPause: (() => void) | null = null
  #isOver = false

  get isPaused(): boolean {
    return this.#waiting !== null
  }

  /** True once the last row has passed, after which a pause has no effect. */
  get isOver(): boolean {
    return this.#isOver
  }

  pause(): void {
    this.#waiting ??= Promise.withResolvers<void>()
    this.#onPause?.()
  }

  /** Calls the listener immediately if the gate is already paused. */
  whenPaused(listener: () => void): void {
    this.#onPause = listener
    if (this.isPaused) listener()
  }

  resume(): void {
    this.#waiting?.resolve()
    this.#waiting = null
  }

  /** Resolves immediately unless the gate is paused. */
  async passed(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#waiting === null) return
    const end = (): void => this.resume()
    signal.addEventListener('abort', end, { once: true })
    await this.#waiting.promise
    signal.removeEventListener('abort', end)
    signal.throwIfAborted()
  }

  async passedLast(signal: AbortSignal): Promise<void> {
    // Another pause may begin before this function continues after the first.
    do await this.passed(signal)
    while (this.isPaused)
    this.#isOver = true
  }
}
