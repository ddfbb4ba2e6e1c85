import { shortened } from './shortened.ts'

const plain = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/
const international = /^[^\s\p{Cc}\p{Cf}@<>()[\]\\,;:"]+@[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}.-]*[\p{L}\p{N}])?$/u
const localhost = /@localhost$/i

/**
 * Whether a text is an address without quotes that respects the lengths of RFC 5321. Real services accept these
 * addresses, and none of them can break a header.
 */
export function isMailAddress(text: string): boolean {
  if (text.length > 254 || !text.isWellFormed() || !(plain.test(text) || international.test(text))) return false
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const domain = text.slice(at + 1)
  if (local.length > 64 || local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false
  return (domain.includes('.') || localhost.test(text)) && domain.split('.').every(isLabel)
}

/** In characters, by RFC 5321: 64 for the name, one for the @, and 255 for the domain. */
const longestRecipient = 320

/**
 * Whether a service may have accepted an address. Less strict than `isMailAddress`, because the archive may contain messages
 * to addresses that Mailroom would refuse.
 */
export function mayBeRecipient(text: string): boolean {
  return text.length <= longestRecipient && /^.+@[^\s@]+$/.test(text)
}

/** The sentence used everywhere for text that is not an email address. */
export function notAnAddress(text?: string): string {
  const shown = text === undefined ? 'This' : `“${shortened(text)}”`
  return `${shown} is not an email address. It needs a name, an @ and a domain, like name@example.com.`
}

function isLabel(label: string): boolean {
  return label.length > 0 && label.length <= 63 && !label.startsWith('-') && !label.endsWith('-')
}

/**
 * Finds the problem with an entry in an account’s allow-list. Undefined if it is an address, or a domain preceded by an
 * @.
 */
export function allowListProblem(entry: string): string | undefined {
  if (isMailAddress(entry.startsWith('@') ? `anyone${entry}` : entry)) return undefined
  return `“${entry}” would allow nobody. Enter an address such as name@example.com, or a domain such as @example.com.`
}
