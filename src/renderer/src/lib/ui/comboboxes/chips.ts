const separators = /[\s,;]+/
/** The next piece: a name, quoted or not, with the address behind it, or either of them. It matches anywhere. */
const piece = /(?:"[^"]*"\s*(?=<)|[^",;\n<>]+)?(<[^<>\s]+>)?/y

/**
 * Takes pasted or typed text apart into chips. A quoted name before an address ("Ann, Lee" <ann@example.com>) stays with
 * it, since lists are pasted from mail programs.
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

/** Adds without doubles; what is already there is returned apart, so that it can be said. */
export function addChips(values: readonly string[], added: readonly string[]): { values: string[]; doubles: string[] } {
  const result = new Set(values)
  const doubles: string[] = []
  for (const chip of added) {
    if (result.has(chip)) doubles.push(chip)
    else result.add(chip)
  }
  return { values: [...result], doubles }
}
