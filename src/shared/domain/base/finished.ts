/** Runs interruptible work to its end at once: for cores and tests, and where there is little work. */
export function finished<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
