import { AppError } from '#shared/contract/base/error.ts'

/** One part of a path, always encoded. Dots alone would climb out of the operation's path at some servers. */
export function segment(value: string): string {
  if (value === '' || value === '.' || value === '..' || !value.isWellFormed()) {
    throw new AppError('invalid-input', 'This is not an id or address that can be asked for.', {
      details: { value: value.slice(0, 80).toWellFormed() },
    })
  }
  return encodeURIComponent(value)
}
