import { AppError } from '#shared/contract/base/error.ts'

export function damaged(details: Record<string, unknown>, cause?: unknown): AppError {
  const message =
    'This account’s archive file is damaged. In Messages, choose Check archive from the History menu to see what to do.'
  return new AppError('archive-damaged', message, { retryable: false, details, cause })
}
