/** Readings of the source, of which only the latest counts. */
export class Readings {
  #turn = 0
  #latest = Promise.resolve()
  #isStopped = false

  /** Whether the editor has been closed, so that nothing is read. */
  get isStopped(): boolean {
    return this.#isStopped
  }

  /** Begins a reading. `isStale` returns true once another reading has begun, or after `stop`. */
  begin(read: (isStale: () => boolean) => Promise<void>): void {
    if (this.#isStopped) return
    const turn = ++this.#turn
    this.#latest = read(() => this.#isStopped || turn !== this.#turn)
  }

  stop(): void {
    this.#isStopped = true
  }

  /** Resolves once the latest reading has ended. A stale one ends early. */
  async settled(): Promise<void> {
    for (let last; last !== this.#latest;) await (last = this.#latest)
  }
}
