import { AppError } from '#shared/contract/base/error.ts'

/** Encodes one path segment. On some servers, a segment consisting only of dots would escape the operation’s path. */
export function segment(value: string): string {
  if (value === '' || value === '.' || value === '..' || !value.isWellFormed()) {
    throw new AppError('invalid-input', 'This is not a valid ID or address. Check it for typing errors.', {
      details: { value: value.slice(0, 80).toWellFormed() },
    })
  }
  return encodeURIComponent(value)
}
