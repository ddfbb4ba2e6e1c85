/**
 * An address or a link with its unseen characters spelled out: a direction mark or a zero-width letter would make one
 * look like another. Not for subjects, where the same characters hold words and emoji together.
 */
export function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (letter) => `[U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
  )
}
