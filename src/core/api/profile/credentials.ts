import { AppError } from '#shared/contract/base/error.ts'

/** Refuses characters that a header cannot contain: a line break would start another header. */
export function checkCredential(field: 'user' | 'key', text: string): void {
  if (/^[^\p{Cc}]*$/u.test(text)) return
  const sentence = `The ${field} has a line break or another character that can’t be sent. Enter it again.`
  throw new AppError('invalid-credentials', sentence, { details: { field } })
}
