/** These values are separate from the contract, so that the page can use them without loading zod. */

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

/** Fields with values that can be listed for completion. `metaKeys` lists the metadata keys themselves. */
export const listedFields = ['to', 'from', 'tag', 'key', 'state', 'domain', 'meta', 'metaKeys'] as const

/** The fields in which words are searched for. */
export const textFields = ['to', 'from', 'subject', 'tag', 'reason'] as const

/** In characters. Longer words are truncated, both in the index and in queries: nobody searches by the 65th character. */
export const longestWord = 64

/**
 * In characters. Even a long list of addresses pasted into the search has about five thousand; more than this limit is a
 * mistake.
 */
export const longestSearch = 20_000
/** In characters. Values are listed only for prefixes up to this length. */
export const longestPrefix = 400
export const longestMetaKey = 200
/** Separate groups of selected rows. */
export const mostRowRanges = 100
/** Characters in the name of a saved view. */
export const longestViewName = 60

export const blacklistLimits = {
  /** One job removes no more addresses than this, because each takes a call to the service. */
  removed: 5000,
  /** Characters in a pasted list. */
  pasted: 8_000_000,
} as const

/** A message’s states in life-cycle order. The service may return others, which are shown unchanged. */
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
