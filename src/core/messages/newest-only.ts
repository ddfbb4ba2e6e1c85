/** Cancels work, such as sorting a million rows, when the same requester asks for something newer. */
export class NewestOnly {
  readonly #running = new Map<string, AbortController>()

  /** Cancels the work that the requester is still waiting for. */
  end(asker: string): void {
    this.#running.get(asker)?.abort()
  }

  /** Runs the work; null if newer work or `end` cancelled it. If `signal` is aborted, the error is thrown. */
  async run<T>(asker: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    const own = new AbortController()
    this.end(asker)
    this.#running.set(asker, own)
    try {
      return await work(AbortSignal.any([signal, own.signal]))
    } catch (thrown) {
      if (own.signal.aborted) return null
      throw thrown
    } finally {
      if (this.#running.get(asker) === own) this.#running.delete(asker)
    }
  }
}
