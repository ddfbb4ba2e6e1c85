import { AppError } from '#shared/contract/base/error.ts'

/** Encodes one segment of a path. On some servers a segment made only of dots would leave the operation's path. */
export function segment(value: string): string {
  if (value === '' || value === '.' || value === '..' || !value.isWellFormed()) {
    throw new AppError('invalid-input', 'This is not a valid id or address.', {
      details: { value: value.slice(0, 80).toWellFormed() },
    })
  }
  return encodeURIComponent(value)
}
