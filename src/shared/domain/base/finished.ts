/** Runs a generator to its end without pauses. For the core, tests and small amounts of work. */
export function finished<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
