/** Runs imports into the same account one after another, in the order in which they were started. */
export class ImportQueue {
  /** For each account, a promise that resolves when the last queued turn has ended. */
  readonly #tails = new Map<string, Promise<unknown>>()

  /**
   * Resolves when it is the caller’s turn; disposing of the result ends the turn. If aborted, the caller leaves the
   * queue immediately.
   */
  async turn(accountId: string, signal: AbortSignal, onWait: () => void): Promise<Disposable> {
    const before = this.#tails.get(accountId)
    const own = Promise.withResolvers<void>()
    const tail = Promise.all([before, own.promise])
    this.#tails.set(accountId, tail)
    void tail.then(() => this.#tails.get(accountId) === tail && this.#tails.delete(accountId))
    const turn = { [Symbol.dispose]: own.resolve }
    if (!before) return turn
    onWait()
    const aborted = Promise.withResolvers<never>()
    const giveUp = () => aborted.reject(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      await Promise.race([before, aborted.promise])
      return turn
    } catch (error) {
      own.resolve()
      throw error
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }
}
