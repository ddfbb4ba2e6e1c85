/** Functions called on every event until they are removed. */
export class Listeners<Event extends unknown[] = []> {
  readonly #listeners = new Set<(...event: Event) => void>()

  get isEmpty(): boolean {
    return this.#listeners.size === 0
  }

  add(listener: (...event: Event) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  emit(...event: Event): void {
    for (const listener of this.#listeners) listener(...event)
  }
}
