import type { Settings } from '../store/index.ts'

const name = 'request-numbers'
/** How many numbers are reserved at a time, so that a thousand calls need only one write to disk. */
const atOnce = 1000

/** Call numbers. They continue after a restart, so that a link to a call never opens a different call. */
export class RequestNumbers {
  readonly #settings: Settings
  #last: number
  #reserved: number

  constructor(settings: Settings) {
    this.#settings = settings
    this.#last = this.#reserved = Number(settings.get(name) ?? 0)
  }

  next(): number {
    if (this.#last === this.#reserved) {
      this.#reserved += atOnce
      try {
        this.save()
      } catch {
        // A full disk must not make calls fail. Numbers can then repeat after a restart.
      }
    }
    return ++this.#last
  }

  /** Must also be called after the store has been emptied. */
  save(): void {
    this.#settings.set(name, String(this.#reserved))
  }
}
