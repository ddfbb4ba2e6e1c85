import type { AppEvent } from '#shared/contract/events.ts'

export class EventBus {
  readonly #listeners = new Set<(event: AppEvent) => void>()

  subscribe(listener: (event: AppEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  emit(event: AppEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}
