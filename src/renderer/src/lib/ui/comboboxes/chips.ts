const separators = /[\s,;]+/
/** The next piece: an optionally quoted name followed by an address, or only one of the two. It matches at any position. */
const piece = /(?:"[^"]*"\s*(?=<)|[^",;\n<>]+)?(<[^<>\s]+>)?/y

/**
 * Splits pasted or typed text into chips. A quoted name before an address ("Ann, Lee" <ann@example.com>) stays with the
 * address, because mail programs copy lists in that form.
 */
export function splitChips(text: string): string[] {
  const addresses: string[] = []
  let rest = ''
  for (let at = 0; at < text.length;) {
    piece.lastIndex = at
    const [whole = '', address] = piece.exec(text) ?? []
    if (address === undefined) {
      rest += whole || text[at]
    } else {
      addresses.push(whole.trim())
      rest += ','
    }
    at += whole.length || 1
  }
  return [...addresses, ...rest.split(separators).filter((part) => part !== '')]
}

/** Adds new values. Existing values are returned as `duplicates`, so that the caller can report them. */
export function addChips(
  values: readonly string[],
  added: readonly string[],
): { values: string[]; duplicates: string[] } {
  const result = new Set(values)
  const duplicates: string[] = []
  for (const chip of added) {
    if (result.has(chip)) duplicates.push(chip)
    else result.add(chip)
  }
  return { values: [...result], duplicates }
}
