/** Work that waits for other work of the same kind, in the order it came. */
export class ImportQueue {
  /** For each account what ends last of all that was begun. */
  readonly #tails = new Map<string, Promise<unknown>>()

  /** Resolves when it is this one's turn, with what ends the turn; an abort takes it out of the queue at once. */
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
