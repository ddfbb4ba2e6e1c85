/**
 * An address or a link with its unseen characters spelled out: a direction mark or a zero-width letter would make one
 * look like another. Not for subjects, where the same characters hold words and emoji together.
 */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, spelled)
}

/**
 * A subject or a tag with what turns its direction spelled out: overrides, embeddings and isolates put letters in an order
 * that nobody wrote. The marks of languages that are read from right to left stay, and so does what joins letters and emoji.
 */
export function withoutTurns(text: string): string {
  return text.replace(/[\u202A-\u202E\u2066-\u2069]/g, spelled)
}

function spelled(letter: string): string {
  return `[U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`
}
