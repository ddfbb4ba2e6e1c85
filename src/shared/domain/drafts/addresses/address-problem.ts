import type { Mailbox } from '../../../contract/base/draft.ts'
import { isMailAddress, notAnAddress } from '../../../text/mail-address.ts'
import { shortened } from '../../../text/shortened.ts'
import type { NearDomains } from './near-domain.ts'
import { readAddressList } from './read-list.ts'

export type AddressProblem = {
  /** A `typo` is only suspected, so the message is sent to the address unchanged. */
  readonly kind: 'empty' | 'bad' | 'pair' | 'duplicate' | 'not-allowed' | 'typo'
  readonly sentence: string
  /** The replacement that one click applies; null if there is none. */
  readonly fix: { readonly label: string; readonly entries: readonly Mailbox[] } | null
}

const longest = 254
const longestLocal = 64

/** Finds the problem with a single recipient, regardless of the others. Returns null if there is none. */
export function addressProblem({ address, name }: Mailbox, near: NearDomains | null): AddressProblem | null {
  const text = address.trim()
  if (text === '') return { kind: 'empty', sentence: 'The address is missing. Enter one.', fix: null }
  const swallowed = pairOf(text, name)
  if (swallowed) return swallowed
  const trailing = afterAddress(text, name)
  if (trailing) return trailing
  if (!isMailAddress(text)) return { kind: 'bad', sentence: whyBad(text), fix: null }
  const at = text.lastIndexOf('@')
  const meant = near?.meant(text.slice(at + 1)) ?? null
  if (meant === null) return null
  return {
    kind: 'typo',
    sentence: `Did you mean ${meant}?`,
    fix: { label: `Use ${meant}`, entries: [{ address: `${text.slice(0, at)}@${meant}`, name }] },
  }
}

export function duplicateProblem(address: string): AddressProblem {
  const sentence = `${shortened(address)} is in the list more than once and would get the message each time.`
  return { kind: 'duplicate', sentence, fix: { label: 'Remove this duplicate', entries: [] } }
}

export function notAllowedProblem(address: string): AddressProblem {
  const sentence = `This account is not allowed to send to ${shortened(address)}. Remove the address, or change the account’s allow-list.`
  return { kind: 'not-allowed', sentence, fix: null }
}

/** Addresses that differ only in case count as the same, as they do for services and people. */
export function addressKey(address: string): string {
  return address.trim().toLowerCase()
}

/** Whether the account’s allow-list permits the address. An empty list permits all addresses. */
export function isAllowed(address: string, allowed: ReadonlySet<string>): boolean {
  if (allowed.size === 0) return true
  const key = addressKey(address)
  return allowed.has(key) || allowed.has(key.slice(key.lastIndexOf('@')))
}

/** Finds several addresses in one entry, and offers to separate them. */
function pairOf(text: string, name: string): AddressProblem | null {
  const swallowed = addressesIn(name).filter((address) => addressKey(address) !== addressKey(text))
  const [first] = swallowed
  if (first !== undefined && isMailAddress(text)) {
    const entries = [...swallowed, text].map((address) => ({ address, name: '' }))
    const sentence =
      swallowed.length === 1 && first === name.trim()
        ? `The name is also an address, ${shortened(first)}, which would not get the message.`
        : `The name contains an address, ${shortened(first)}, which would not get the message.`
    const label = entries.length === 2 ? 'Keep both addresses' : `Keep all ${entries.length} addresses`
    return { kind: 'pair', sentence, fix: { label, entries } }
  }
  const entries = addressesIn(text).map((address) => ({ address, name: '' }))
  if (entries.length < 2 || text.split('@').length - 1 > entries.length) return null
  return {
    kind: 'pair',
    sentence: 'This field contains several addresses. Enter each one separately.',
    fix: { label: `Split into ${entries.length}`, entries },
  }
}

/** Finds words that follow an address but belong neither to it nor to a name. */
function afterAddress(text: string, name: string): AddressProblem | null {
  const [address = '', ...words] = text.split(/\s+/)
  if (words.length === 0 || !isMailAddress(address)) return null
  const sentence = `“${shortened(words.join(' '))}” isn’t part of ${shortened(address)}. Write Name <name@example.com>.`
  return { kind: 'bad', sentence, fix: { label: 'Keep the address', entries: [{ address, name }] } }
}

function addressesIn(text: string): string[] {
  return text
    .split(/[\s,;<>()"]+/)
    .filter((word) => word.includes('@'))
    .flatMap((word) => readAddressList(word))
    .flatMap(({ address }) => (isMailAddress(address) ? [address] : []))
}

function whyBad(text: string): string {
  const shown = `“${shortened(text)}”`
  if (text.length > longest)
    return `${shown} is too long. An address can have at most ${longest} characters, but this one has ${text.length}.`
  if (/\p{Cf}/u.test(text)) return `${shown} contains an invisible character. Type the address again.`
  const at = text.lastIndexOf('@')
  if (at === -1) return notAnAddress(text)
  const local = text.slice(0, at)
  const domain = text.slice(at + 1)
  if (local.startsWith('"')) return `${shown} has quotation marks before the @. Use an address without them.`
  if (/[<>]/.test(text)) return `${shown} has an unmatched bracket. Write Name <name@example.com>.`
  if (local.includes('@')) return `${shown} has more than one @. Remove the extra ones.`
  if (local.length > longestLocal)
    return `${shown} has ${local.length} characters before the @. At most ${longestLocal} are allowed.`
  if (/\s/.test(text)) return `${shown} contains a space. Remove the space, or put a comma between the two addresses.`
  if (local !== '' && domain !== '' && !domain.includes('.'))
    return `The domain of ${shown} has no dot. It should look like example.com.`
  if (
    text.includes('..') ||
    local.startsWith('.') ||
    local.endsWith('.') ||
    domain.startsWith('.') ||
    domain.endsWith('.')
  )
    return `A dot is misplaced in ${shown}. Put single dots between letters.`
  return notAnAddress(text)
}
