import { shownSize } from './size.ts'

/** A refusal by the service: the status, a code for programs and a sentence for people. */
export class ServiceError extends Error {
  readonly status: number
  readonly code: string
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, code: string, sentence: string, headers: Readonly<Record<string, string>> = {}) {
    super(sentence)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

/** Creates the error for a well-formed call with a wrong value. The sentence names the field. */
export function invalid(sentence: string): ServiceError {
  return new ServiceError(400, 'invalid-request', sentence)
}

export function notFound(sentence: string): ServiceError {
  return new ServiceError(404, 'not-found', sentence)
}

export function tooLarge(limit: number, what = 'message'): ServiceError {
  return new ServiceError(413, 'too-large', `The ${what} is larger than ${shownSize(limit)}.`, { connection: 'close' })
}

/**
 * The format of error bodies is undocumented. Real clients look for the sentence under either `error` or `message`, so
 * it is sent under both.
 */
export function errorBody(error: ServiceError): string {
  return JSON.stringify({ error: error.message, code: error.code, message: error.message })
}
