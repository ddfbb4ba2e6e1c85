const maxLength = 80

/** Returns the beginning of a text, for use in a sentence. Never splits a character. */
export function shortened(text: string): string {
  const letters = [...text.slice(0, 2 * maxLength + 2)]
  return letters.length > maxLength ? `${letters.slice(0, maxLength).join('')}…` : text
}
