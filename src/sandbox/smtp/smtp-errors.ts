import { ServiceError } from '../http/service-error.ts'

export type SmtpError = Error & { responseCode: number }

export function smtpError(responseCode: number, sentence: string): SmtpError {
  return Object.assign(new Error(sentence), { responseCode })
}

const codes: Readonly<Record<number, number>> = { 400: 554, 401: 535, 403: 535, 408: 421, 413: 552, 503: 452 }

/**
 * Converts a refusal by the service to an error with an SMTP code. An error that already has a code is returned
 * unchanged. For any other error, the code tells the client to try again.
 */
export function toSmtpError(error: unknown): SmtpError {
  if (error instanceof Error && 'responseCode' in error) return error as SmtpError
  if (error instanceof ServiceError) return smtpError(codes[error.status] ?? 554, error.message)
  return smtpError(451, 'The sandbox failed to process this message.')
}
