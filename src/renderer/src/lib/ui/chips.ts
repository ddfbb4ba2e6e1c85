const separators = /[\s,;]+/

/**
 * Takes pasted or typed text apart into chips. A quoted name before an address ("Ann, Lee" <ann@example.com>) stays with
 * it, since lists are pasted from mail programs.
 */
export function splitChips(text: string): string[] {
  const addresses = text.match(/(?:"[^"]*"\s*|[^",;\n<>]*)<[^<>\s]+>/g)
  if (addresses) {
    const rest = addresses.reduce((left, address) => left.replace(address, ','), text)
    return [...addresses.map((address) => address.trim()), ...splitChips(rest)]
  }
  return text.split(separators).filter((part) => part !== '')
}

/** Adds without doubles; what is already there is returned apart, so that it can be said. */
export function addChips(values: readonly string[], added: readonly string[]): { values: string[]; doubles: string[] } {
  const result = [...values]
  const doubles: string[] = []
  for (const chip of added) {
    if (result.includes(chip)) doubles.push(chip)
    else result.push(chip)
  }
  return { values: result, doubles }
}
