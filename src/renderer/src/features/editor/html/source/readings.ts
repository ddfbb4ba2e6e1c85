/** Readings of the source, of which only the latest counts. */
export class Readings {
  #turn = 0
  #latest = Promise.resolve()

  /** Begins a reading. `isStale` returns true once another reading has begun, or after `stop`. */
  begin(read: (isStale: () => boolean) => Promise<void>): void {
    const turn = ++this.#turn
    this.#latest = read(() => turn !== this.#turn)
  }

  stop(): void {
    this.#turn++
  }

  /** Resolves once the latest reading has ended. A stale one ends early. */
  async settled(): Promise<void> {
    for (let last; last !== this.#latest;) await (last = this.#latest)
  }
}
