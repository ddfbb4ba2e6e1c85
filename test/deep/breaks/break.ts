/** A mistake that somebody could make in the product, and the tests that should notice it. */
export type Break = {
  /** What goes wrong, in a sentence. */
  readonly name: string
  readonly noun: string
  readonly file: string
  /** Occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
  /** Files of vitest, and of Playwright where they end in `.e2e.ts`. */
  readonly tests: readonly string[]
}
