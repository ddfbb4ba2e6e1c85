import { ServiceError } from './service-error.ts'
import { shownSize } from './size.ts'

/**
 * Limits the bytes of all request bodies and emails that are being received, so that many large ones together cannot
 * crash the app.
 */
export class Budget {
  readonly #limit: number
  #held = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  take(bytes: number): boolean {
    if (this.#held + bytes > this.#limit) return false
    this.#held += bytes
    return true
  }

  release(bytes: number): void {
    this.#held -= bytes
  }

  refusal(): ServiceError {
    const sentence = `The sandbox is already receiving as much data as it can hold (${shownSize(this.#limit)}). Try again in a moment.`
    return new ServiceError(503, 'busy', sentence, { 'retry-after': '1', connection: 'close' })
  }
}
