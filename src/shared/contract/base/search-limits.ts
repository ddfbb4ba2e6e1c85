/** Apart from the contract, so that the page can use them without loading zod. */

export const sortFields = ['created', 'lastState', 'size', 'opens', 'clicks', 'state', 'to', 'from', 'subject'] as const

/** Fields whose values can be listed for completion. `metaKeys` lists the metadata keys themselves. */
export const listedFields = ['to', 'from', 'tag', 'key', 'state', 'domain', 'meta', 'metaKeys'] as const

/** In characters. Five thousand are a long list of addresses pasted into the search; more than this is a mistake. */
export const longestSearch = 20_000
/** The beginning of the values to list. */
export const longestPrefix = 400
export const longestMetaKey = 200

export const blacklistLimits = {
  /** Addresses that one job removes: each is a call to the service. */
  removed: 5000,
  /** Characters of a pasted list. */
  pasted: 8_000_000,
} as const
