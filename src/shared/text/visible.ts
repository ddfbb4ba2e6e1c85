/**
 * Spells out invisible characters in an address or a link. A direction mark or a zero-width character would make it
 * look like a different one. Not for subjects, in which some of these characters hold words and emoji together.
 */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, spellOut)
}

/**
 * Spells out characters that change the direction of a subject or a tag: overrides, embeddings and isolates put letters in
 * an order that nobody wrote. The direction marks of right-to-left languages are kept, as are joiners of letters and emoji.
 */
export function withoutBidiControls(text: string): string {
  return text.replace(/[\u202A-\u202E\u2066-\u2069]/g, spellOut)
}

function spellOut(letter: string): string {
  return `[U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`
}
