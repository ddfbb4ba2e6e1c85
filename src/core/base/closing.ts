import { AppError } from '#shared/contract/base/error.ts'

/** The error for work that would start or continue while the app is closing. */
export function closingError(): AppError {
  return new AppError('cancelled', 'Mailroom is closing.')
}
