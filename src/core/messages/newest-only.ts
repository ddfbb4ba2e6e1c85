/** Ends the work of an asker when the same asker asks for something newer, such as a sort of a million rows. */
export class NewestOnly {
  readonly #running = new Map<string, AbortController>()

  /** Ends what the asker still waits for. */
  end(asker: string): void {
    this.#running.get(asker)?.abort()
  }

  /** Null where a newer one took the place of this work, or it was ended. */
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
