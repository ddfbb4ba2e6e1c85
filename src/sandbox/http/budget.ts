import { ServiceError } from './service-error.ts'
import { shownSize } from './size.ts'

/** Bytes that the bodies and mails under way may hold together, at both doors: many large ones at once end no app. */
export class Budget {
  readonly #limit: number
  #held = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get held(): number {
    return this.#held
  }

  take(bytes: number): boolean {
    if (this.#held + bytes > this.#limit) return false
    this.#held += bytes
    return true
  }

  give(bytes: number): void {
    this.#held -= bytes
  }

  refusal(): ServiceError {
    const sentence = `The sandbox is taking in ${shownSize(this.#limit)} of calls already. Try again in a moment.`
    return new ServiceError(503, 'busy', sentence, { 'retry-after': '1', connection: 'close' })
  }
}
