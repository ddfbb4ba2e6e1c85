/** Runs interruptible work to its end without interruption: for cores and tests, and for small amounts of work. */
export function finished<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
