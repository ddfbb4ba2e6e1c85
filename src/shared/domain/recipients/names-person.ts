import { withoutAddress } from '../../text/without-address.ts'

/** For the text of a file in which an address is written as in JSON, in any case. */
export function namesPerson(email: string): (text: string) => boolean {
  const wanted = JSON.stringify(email.trim().toLowerCase()).slice(1, -1)
  return (text) => text.toLowerCase().includes(wanted)
}

/**
 * Whether a JSON text contains the address: directly after the letter of an escape, an address would seem to be part of a
 * longer one.
 */
export function isNamedIn(json: string, email: string): boolean {
  const text = json.replace(/\\[nrt]/g, ' ')
  return withoutAddress(text, email.trim()) !== text
}
