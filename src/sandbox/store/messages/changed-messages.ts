/**
 * No more rows than this are collected, so that they don’t fill the memory if nothing takes them. The next sync finds
 * the other messages.
 */
const most = 100_000

/** The row numbers of new and changed messages, until they are taken. Without a listener, nothing is collected. */
export class ChangedMessages {
  readonly #ids = new Set<number>()
  #listener: (() => void) | null = null

  /** `listener` is called on the first change after all collected rows have been taken. */
  watch(listener: () => void): void {
    this.#listener = listener
  }

  add(id: number): void {
    if (this.#listener === null || this.#ids.size >= most) return
    this.#ids.add(id)
    if (this.#ids.size === 1) this.#listener()
  }

  /** Returns the numbers in the order in which they first changed. */
  take(limit: number): number[] {
    const taken: number[] = []
    for (const id of this.#ids) {
      if (taken.length >= limit) break
      taken.push(id)
      this.#ids.delete(id)
    }
    return taken
  }

  clear(): void {
    this.#ids.clear()
  }
}
