import type { Query } from '../query/ast.ts'
import type { ReadingContext } from '../query/period.ts'
import type { Horizon } from '../archive/horizon.ts'
import type { MessageRow } from './record.ts'

export const sortFields = ['created', 'lastState', 'size', 'opens', 'clicks', 'state', 'to', 'from', 'subject'] as const
export type SortField = (typeof sortFields)[number]
export type Sort = { field: SortField; descending: boolean }

export const newestFirst: Sort = { field: 'created', descending: true }

export type SearchRequest = {
  query: Query
  context: ReadingContext
  sort?: Sort
  /** Place of the first row wanted. */
  offset?: number
  limit?: number
}

export type SearchAnswer = { rows: MessageRow[]; offset: number; count: Count; horizon: Horizon }

export type PlacesRequest = Pick<SearchRequest, 'query' | 'context' | 'sort'> & { rows: readonly number[] }

/** How many messages stand before each, null for one that is not found; of so many. */
export type PlacesAnswer = { places: (number | null)[]; count: number }

/** `exact: false`: an estimate from the part that was looked at so far; ask `count` for the rest. */
export type Count = { value: number; exact: boolean }

export type CountAnswer = Count & { horizon: Horizon }

/** One bar per day of the reader's zone, oldest first; days without messages are left out. */
export type HistogramAnswer = { bars: { day: number; count: number }[]; horizon: Horizon }

/** Fields whose values can be listed for completion. `metaKeys` lists the metadata keys themselves. */
export const listedFields = ['to', 'from', 'tag', 'key', 'state', 'domain', 'meta', 'metaKeys'] as const
export type ListedField = (typeof listedFields)[number]

/** Five thousand characters are a long list of addresses pasted into the search; more is a mistake. */
export const longestSearch = 20_000
/** Of what is typed so far, to list the values that begin so. */
export const longestPrefix = 400
export const longestMetaKey = 200

export type ValuesRequest = { field: ListedField; key?: string | null; prefix: string; limit?: number }
/** Most frequent first; `to` and `meta` are only looked for in the newest messages, and have no count. */
export type ListedValue = { value: string; messages: number | null }
