/** These values are separate from the contract, so that the page can use them without loading zod. */

export const domainFlags = [
  'verifiedDkim',
  'verifiedSpf',
  'verifiedTracking',
  'verifiedMx',
  'verifiedA',
  'verifiedDomain',
] as const
export type DomainFlag = (typeof domainFlags)[number]

export const recordKinds = ['dkim', 'spf', 'dmarc', 'tracking', 'mx', 'a'] as const
export type RecordKind = (typeof recordKinds)[number]

/**
 * `changing`: some servers have the correct record, while others still return an older one. `unknown`: no server gave a
 * conclusive response, which does not mean that the record is `missing`.
 */
export const recordStates = ['right', 'changing', 'missing', 'wrong', 'unknown'] as const
export type RecordState = (typeof recordStates)[number]

/** The number of most recent checks kept for each domain. */
export const mostDomainChecks = 50
/** In characters. Longer than any domain that a user would enter. */
export const longestDomain = 255
export const longestDnsServer = 80
export const mostDnsServers = 4
