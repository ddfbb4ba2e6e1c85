import { withoutAddress } from '../../text/without-address.ts'

/**
 * Returns a function that looks for an address in the text of a JSON file, where it may be escaped. Case is ignored.
 */
export function namesPerson(email: string): (text: string) => boolean {
  const wanted = JSON.stringify(email.trim().toLowerCase()).slice(1, -1)
  return (text) => text.toLowerCase().includes(wanted)
}

/**
 * Whether a JSON text contains the address. Escapes such as `\n` are removed first, because their letters would
 * otherwise be read as the start of an address that follows.
 */
export function isNamedIn(json: string, email: string): boolean {
  const text = json.replace(/\\[nrt]/g, ' ')
  return withoutAddress(text, email.trim()) !== text
}
