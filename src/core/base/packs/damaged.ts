import { AppError } from '#shared/contract/base/error.ts'

export function damaged(details: Record<string, unknown>, cause?: unknown): AppError {
  const message = 'The archive file of this account is damaged. Mailroom can rebuild it.'
  return new AppError('archive-damaged', message, { retryable: false, details, cause })
}
