/** The server stores two thousand bytes of one term. */
export const longestTerm = 500

/** Whether PostgreSQL can store a text: neither NUL nor half of a letter. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
