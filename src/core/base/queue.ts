/** Runs pieces of work one after another. A failure does not hold up the next piece. */
export class Queue {
  #last: Promise<void> = Promise.resolve()

  add<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work)
    this.#last = ended(result)
    return result
  }

  /** Resolves when all the work added so far has ended. */
  settled(): Promise<void> {
    return this.#last
  }
}

/** A queue per key, for example per account. Queues of different keys do not wait for each other. */
export class Queues {
  readonly #last = new Map<string, Promise<void>>()

  add<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const result = (this.#last.get(key) ?? Promise.resolve()).then(work)
    const last = ended(result)
    this.#last.set(key, last)
    void last.then(() => this.#last.get(key) === last && this.#last.delete(key))
    return result
  }
}

function ended(work: Promise<unknown>): Promise<void> {
  return work.then(
    () => undefined,
    () => undefined,
  )
}
