/** Runs a generator to its end without pausing. Meant for the core, for tests and for small amounts of work. */
export function finished<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
