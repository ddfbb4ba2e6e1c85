/** A mistake that somebody could make in the code, and the tests that should catch it. */
export type Break = {
  /** The mistake, in one sentence. */
  readonly name: string
  readonly noun: string
  readonly file: string
  /** Occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** Test files of vitest, or of Playwright if they end in `.e2e.ts`. */
  readonly tests: readonly string[]
}
