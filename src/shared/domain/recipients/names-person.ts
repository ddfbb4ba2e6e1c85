import { withoutAddress } from '../../text/without-address.ts'

/** For the text of a file, in which an address is as JSON writes it, in letters of either case. */
export function namesPerson(email: string): (text: string) => boolean {
  const wanted = JSON.stringify(email.trim().toLowerCase()).slice(1, -1)
  return (text) => text.toLowerCase().includes(wanted)
}

/** In a text as JSON writes it: after the letter of an escape, an address would seem to be part of a longer one. */
export function isNamedIn(json: string, email: string): boolean {
  const text = json.replace(/\\[nrt]/g, ' ')
  return withoutAddress(text, email.trim()) !== text
}
