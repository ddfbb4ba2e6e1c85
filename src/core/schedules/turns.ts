import { aborted } from '../base/aborted.ts'

export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /**
   * If the signal is aborted, the work stops waiting for its turn and begins, so that it can end itself. Work that
   * leaves its turn continues in parallel with the work that follows.
   */
  async take<Result>(signal: AbortSignal, work: (leave: () => void) => Promise<Result>): Promise<Result> {
    const before = this.#last
    const over = Promise.withResolvers<void>()
    this.#last = before.then(() => over.promise)
    try {
      await Promise.race([before, aborted(signal)])
      return await work(over.resolve)
    } finally {
      over.resolve()
    }
  }
}
