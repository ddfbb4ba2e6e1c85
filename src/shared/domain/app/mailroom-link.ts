import { mayBeRecipient } from '../../text/mail-address.ts'
import { shortened } from '../../text/shortened.ts'
import { visible } from '../../text/visible.ts'

/** The scheme for links that are kept in tickets, chats or wikis and that the system opens in the desktop app. */
export const linkScheme = 'mailroom'

/** In characters. The links that Mailroom copies are shorter, so a longer text isn’t one. */
export const longestLink = 2000

export type LinkTarget =
  | { readonly kind: 'message'; readonly id: string; readonly email?: string | undefined }
  | { readonly kind: 'search'; readonly text: string }
  | { readonly kind: 'recipient'; readonly email: string }

/** `account` is a name or an id; null means the current account. */
export type MailroomLink = { readonly target: LinkTarget; readonly account: string | null }

/** A sentence for the user, shown instead of the requested view. */
export type LinkProblem = { readonly problem: string }

export type LinkPlace = {
  readonly accountId: string
  readonly segments: readonly string[]
  readonly query: Readonly<Record<string, string>>
}

type KnownAccount = { readonly id: string; readonly name: string }
type Parameters = ReadonlyMap<string, string>

const form = /^mailroom:\/\/(message|search|recipient)(?:\/([^/?#\s]*))?(?:\?([^#\s]*))?$/i
const controlCharacter = /\p{Cc}/u

/** Whether a text claims to be a Mailroom link, well-formed or not. */
export function claimsToBeLink(text: string): boolean {
  return text.slice(0, linkScheme.length + 1).toLowerCase() === `${linkScheme}:`
}

/**
 * Reads a link. Any web page or program may have written it, so it names a view and never an action. Each part is
 * decoded once. An unknown part makes the whole link invalid, because the rest alone may not mean what the author
 * intended.
 */
export function readMailroomLink(text: string): MailroomLink | LinkProblem {
  if (text.length > longestLink) {
    return { problem: 'This link was not opened because it is longer than 2,000 characters.' }
  }
  const refused = { problem: `This link doesn’t open anything in Mailroom: ${shortened(visible(text))}` }
  const [, kind = '', path = '', rest = ''] = form.exec(text) ?? []
  const name = decode(path)
  const given = readParameters(rest)
  if (name === null || given === null) return refused
  const target = readTarget(kind.toLowerCase(), name, given)
  const account = given.get('account') ?? null
  return target && account !== '' ? { target, account } : refused
}

function readTarget(kind: string, name: string, given: Parameters): LinkTarget | null {
  const knows = (...names: readonly string[]) => [...given.keys()].every((key) => [...names, 'account'].includes(key))
  const email = given.get('recipient')
  if (kind === 'message') {
    const isSound = name !== '' && (email === undefined || mayBeRecipient(email)) && knows('recipient')
    return isSound ? { kind, id: name, email } : null
  }
  if (kind === 'search') return name === '' && knows('q') ? { kind, text: given.get('q') ?? '' } : null
  return kind === 'recipient' && mayBeRecipient(name) && knows() ? { kind, email: name } : null
}

/** Null if a parameter is malformed or given twice. */
function readParameters(text: string): Parameters | null {
  const read = new Map<string, string>()
  for (const part of text.split('&').filter(Boolean)) {
    const [rawName = '', rawValue = ''] = part.split(/=(.*)/s)
    const value = decode(rawValue.replaceAll('+', ' '))
    if (value === null || read.has(rawName)) return null
    read.set(rawName, value)
  }
  return read
}

/**
 * Returns null if a percent sequence is incomplete, or if the text contains characters that no name, address or search
 * has.
 */
function decode(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text)
    return controlCharacter.test(decoded) ? null : decoded
  } catch {
    return null
  }
}

export function printMailroomLink({ target, account }: MailroomLink): string {
  const named = target.kind === 'message' ? target.id : target.kind === 'recipient' ? target.email : ''
  const parameters = [
    ['q', target.kind === 'search' ? target.text : ''],
    ['recipient', target.kind === 'message' ? (target.email ?? '') : ''],
    ['account', account ?? ''],
  ].filter(([, value]) => value !== '')
  const query = parameters.map(([name = '', value = '']) => `${name}=${encode(value)}`).join('&')
  return `${linkScheme}://${target.kind}${named && `/${encode(named)}`}${query && `?${query}`}`
}

/** Encodes more than usual, because programs end a link in a text at characters such as a closing bracket. */
function encode(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed())
  return encoded.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Returns the target’s address in the page, without the account. */
export function addressOfTarget(target: LinkTarget): Pick<LinkPlace, 'segments' | 'query'> {
  if (target.kind === 'search') return { segments: ['messages'], query: { q: target.text } }
  if (target.kind === 'recipient') return { segments: ['recipients', target.email], query: {} }
  if (target.email !== undefined) return { segments: ['message', target.id, target.email], query: {} }
  // `by` marks the segment as an id. In older addresses, this segment is a row, and an id of digits would look like
  // one.
  return { segments: ['message', target.id], query: { by: 'id' } }
}

/** Finds a link’s account by its id, or by its name, ignoring case. */
export function findPlace(
  { target, account }: MailroomLink,
  accounts: readonly KnownAccount[],
  currentId: string | null,
): LinkPlace | LinkProblem {
  if (accounts.length === 0) return { problem: 'Add an account to Mailroom, then open the link again.' }
  const wanted = account === null ? currentId : account
  const found =
    accounts.find(({ id }) => id === wanted) ??
    accounts.find(({ name }) => account !== null && name.toLowerCase() === account.trim().toLowerCase())
  if (found) return { accountId: found.id, ...addressOfTarget(target) }
  if (account === null) return { problem: 'Choose an account, then open the link again.' }
  const shown = shortened(visible(account))
  return {
    problem: `This link is for the account “${shown}”, which is not in this Mailroom. Add it, then open the link again.`,
  }
}
