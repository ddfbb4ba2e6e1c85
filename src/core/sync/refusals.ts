import { AppError } from '#shared/contract/base/error.ts'

export function notChosen(): AppError {
  return new AppError('sync-not-chosen', 'First choose how far back to read this account’s history.')
}

/** The service announced more messages than it returned. */
export function missing(total: number, records: number): AppError {
  return new AppError('records-missing', 'The service returned fewer messages than it announced.', {
    retryable: true,
    details: { total, records },
  })
}
