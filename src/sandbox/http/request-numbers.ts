import type { Settings } from '../store/index.ts'

const name = 'request-numbers'
/** How many numbers are reserved at a time: one write to disk for a thousand calls. */
const atOnce = 1000

/** The numbers of calls. They continue after a restart, so that a link to a call never opens another one. */
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
      this.save()
    }
    return ++this.#last
  }

  /** Also called after the store was emptied. */
  save(): void {
    try {
      this.#settings.set(name, String(this.#reserved))
    } catch {
      // A full disk must not fail a call: after a restart, numbers of this run may then be repeated.
    }
  }
}
