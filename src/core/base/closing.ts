import { AppError } from '#shared/contract/base/error.ts'

/** For whatever would begin, or go on, while the app closes. */
export function closingError(): AppError {
  return new AppError('cancelled', 'Mailroom is closing.')
}
