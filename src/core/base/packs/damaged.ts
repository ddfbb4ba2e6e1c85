import { AppError } from '#shared/contract/base/error.ts'

export function damaged(details: Record<string, unknown>, cause?: unknown): AppError {
  const message = 'This account’s archive file is damaged. Mailroom can rebuild it.'
  return new AppError('archive-damaged', message, { retryable: false, details, cause })
}
