/** Reloads a page after a crash. After several crashes within a minute, the user is asked instead. */
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
