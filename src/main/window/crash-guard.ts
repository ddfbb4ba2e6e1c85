/** Reloads a page that crashes, but not one that keeps crashing, so that the user can read the message. */
export class CrashGuard {
  readonly #now: () => number
  #crashes: number[] = []

  constructor(now: () => number) {
    this.#now = now
  }

  crashed(): 'reload' | 'ask' {
    const now = this.#now()
    this.#crashes = [...this.#crashes.filter((time) => now - time < 60_000), now]
    return this.#crashes.length < 3 ? 'reload' : 'ask'
  }
}
