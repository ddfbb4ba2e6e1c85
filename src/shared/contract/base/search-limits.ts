/** Separate from the contract, so that the page can use them without loading zod. */

export const sortFields = [
  'created',
  'lastState',
  'size',
  'opens',
  'clicks',
  'state',
  'to',
  'from',
  'subject',
  'tags',
  'key',
] as const

/** Fields whose values can be listed for completion. `metaKeys` lists the metadata keys themselves. */
export const listedFields = ['to', 'from', 'tag', 'key', 'state', 'domain', 'meta', 'metaKeys'] as const

/** Fields whose words are searched. */
export const textFields = ['to', 'from', 'subject', 'tag', 'reason'] as const

/** Longer words are cut, both in the index and in queries: nobody searches by the 65th character. */
export const longestWord = 64

/** In characters. Five thousand are a long list of addresses pasted into the search; more than this is a mistake. */
export const longestSearch = 20_000
/** Characters of the prefix for which values are listed. */
export const longestPrefix = 400
export const longestMetaKey = 200

export const blacklistLimits = {
  /** Addresses that one job removes: each takes a call to the service. */
  removed: 5000,
  /** Characters of a pasted list. */
  pasted: 8_000_000,
} as const

/** States in the order of a message's life. The service may return others, which are shown unchanged. */
export const knownStates = [
  'requested',
  'scheduled',
  'deferred',
  'filtered',
  'rejected',
  'error',
  'softbounced',
  'hardbounced',
  'delivered',
  'unsubscribed',
  'complaint',
] as const
