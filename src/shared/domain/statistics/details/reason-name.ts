import { fold } from '../../query/fold.ts'

const names = {
  blacklisted: 'On this account’s blacklist',
  content: 'Filtered because of its content',
  greylisted: 'Greylisted: accepted when tried again',
  full: 'Mailbox full',
  tooLarge: 'Message too large',
  listed: 'Sender is on a blocklist',
  unproven: 'Not authenticated (SPF, DKIM, DMARC)',
  spam: 'Blocked as spam',
  reported: 'Reported as spam',
  noDomain: 'Domain does not exist',
  disabled: 'Mailbox disabled',
  noMailbox: 'Mailbox does not exist',
  tooMany: 'Too many messages at once',
  noResponse: 'Server did not respond',
  busy: 'Server temporarily unavailable',
  broken: 'Receiving server error',
  policy: 'Refused by policy',
  later: 'Temporarily refused',
} as const

type Name = keyof typeof names

/** The first match wins. Words are more reliable than codes, which many servers use loosely. */
const byWords: readonly (readonly [pattern: RegExp, name: Name])[] = [
  [/^blacklisted: (?:bounces|complaints|unsubscribers)\b/, 'blacklisted'],
  [/^reported as spam/, 'reported'],
  [/\bcontent (?:filter|reject)|attachment type|\bvirus|malware/, 'content'],
  [/gr[ea]y.?list/, 'greylisted'],
  [/(?:mailbox|inbox|quota|storage).{0,30}(?:full|exceed)|over ?quota|insufficient (?:system )?storage/, 'full'],
  [/message (?:size|is too|too)|too large|too big|size limit/, 'tooLarge'],
  [/spamhaus|spamcop|dnsbl|\brbl\b|block.?list|black.?list|reputation/, 'listed'],
  [/\bdmarc\b|\bspf\b|\bdkim\b|unauthenticated|not authenticated/, 'unproven'],
  [/\bspam|\bjunk\b|unsolicited/, 'spam'],
  [/too many (?:connections|messages|mails|emails|recipients|errors)|rate.?limit|throttl|at a rate/, 'tooMany'],
  [/(?:domain|host)\b.{0,30}(?:not found|does not exist|unknown)|no such (?:domain|host)|nxdomain|null mx/, 'noDomain'],
  [/(?:mailbox|account|user|recipient).{0,30}(?:disabled|inactive|suspended|deactivated|closed)/, 'disabled'],
  [/(?:no such|unknown|invalid) (?:user|mailbox|recipient|address|account)/, 'noMailbox'],
  [/(?:mailbox|user|recipient|address|account).{0,40}(?:unknown|not found|not exist|doesn.?t exist)/, 'noMailbox'],
  [/timed? ?out|no (?:answer|response)|unreachable|connection (?:refused|lost|reset|dropped)/, 'noResponse'],
]

/** Keyed by the second and third numbers of the enhanced code (RFC 3463). */
const byCode: Readonly<Record<string, Name>> = {
  '1.1': 'noMailbox',
  '1.2': 'noDomain',
  '1.3': 'noMailbox',
  '1.6': 'noMailbox',
  '1.10': 'noDomain',
  '2.1': 'disabled',
  '2.2': 'full',
  '2.3': 'tooLarge',
  '3.0': 'broken',
  '3.1': 'full',
  '3.2': 'busy',
  '3.4': 'tooLarge',
  '3.5': 'broken',
  '4.1': 'noResponse',
  '4.2': 'noResponse',
  '4.4': 'noResponse',
  '4.7': 'noResponse',
  '5.3': 'tooMany',
  '7.26': 'unproven',
  '7.28': 'tooMany',
}

const byReply: Readonly<Record<string, Name>> = { 421: 'busy', 452: 'full', 552: 'full' }
const policyWords = /policy|polic(?:y|ies)|access denied|refused|rejected|prohibited|not allowed|denied/

/** Describes a reason in plain words. Empty if nothing in it is recognised. */
export function reasonName(reason: string): string {
  const name = nameOf(fold(reason))
  return name === undefined ? '' : names[name]
}

function nameOf(reason: string): Name | undefined {
  const found = byWords.find(([pattern]) => pattern.test(reason))
  if (found) return found[1]
  const [, kind, detail] = /(?:^|[\s<(;:-])([245])\.(\d{1,3}\.\d{1,3})\b/.exec(reason) ?? []
  if (detail !== undefined && byCode[detail]) return byCode[detail]
  if (detail?.startsWith('7.')) return kind === '4' ? 'later' : 'policy'
  const [reply] = /^[245]\d\d\b/.exec(reason) ?? []
  if (reply !== undefined && byReply[reply]) return byReply[reply]
  if (reply?.startsWith('4') || /try again|temporar/.test(reason)) return 'later'
  return policyWords.test(reason) ? 'policy' : undefined
}
