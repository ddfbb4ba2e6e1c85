/**
 * Spells out the invisible characters of an address or a link: a direction mark or a zero-width character would make one
 * look like another. Not for subjects, where the same characters hold words and emoji together.
 */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, spellOut)
}

/**
 * Spells out the characters that change the direction of a subject or a tag: overrides, embeddings and isolates put letters
 * in an order that nobody wrote. The marks of right-to-left languages stay, and so do joiners of letters and emoji.
 */
export function withoutBidiControls(text: string): string {
  return text.replace(/[\u202A-\u202E\u2066-\u2069]/g, spellOut)
}

function spellOut(letter: string): string {
  return `[U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`
}
