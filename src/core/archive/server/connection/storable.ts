/** The maximum length in characters. The server can store about two thousand bytes per term. */
export const longestTerm = 500

/** Whether PostgreSQL can store a text: it accepts neither NUL characters nor lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
