/** A refusal of the service: its status, a slug for programs and one sentence for people. */
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

/** 400: the request is understood and wrong; the sentence names the field. */
export function invalid(sentence: string): ServiceError {
  return new ServiceError(400, 'invalid-request', sentence)
}

export function notFound(sentence: string): ServiceError {
  return new ServiceError(404, 'not-found', sentence)
}

/** interface-notes.md, Transport: the same sentence under both names that clients read. */
export function errorBody(error: ServiceError): string {
  return JSON.stringify({ error: error.message, code: error.code, message: error.message })
}
