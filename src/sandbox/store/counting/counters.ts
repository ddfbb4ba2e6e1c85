/**
 * The counters of the statistics.
 *
 * Every counter is a sum over message records by the UTC day of their creation, so that it can be recounted from the
 * message list:
 * - `requested` counts every record;
 * - `scheduled` … `delivered` count the records in this state now; a record whose last state is `unsubscribed` or
 *   `complaint` was delivered and counts as delivered;
 * - `open` and `click` count events; `opener` and `clicker` count the records with at least one. A person who opened two
 *   messages counts twice, which makes these counters additive over any period and filter;
 * - `read`, `unsubscribed` and `complaint` count the records with at least one such event.
 */
export const counterSql = {
  requested: 'count(*)',
  scheduled: 'sum(state = 1)',
  deferred: 'sum(state = 2)',
  filtered: 'sum(state = 3)',
  rejected: 'sum(state = 4)',
  error: 'sum(state = 5)',
  softbounced: 'sum(state = 6)',
  hardbounced: 'sum(state = 7)',
  delivered: 'sum(state >= 8)',
  open: 'sum(open)',
  click: 'sum(click)',
  read: 'sum(flags & 1)',
  unsubscribed: 'sum((flags & 2) > 0)',
  complaint: 'sum((flags & 4) > 0)',
  opener: 'sum(open > 0)',
  clicker: 'sum(click > 0)',
} as const
export type CounterName = keyof typeof counterSql
export const counterNames = Object.keys(counterSql) as CounterName[]
export type Counters = Record<CounterName, number>

/** Bits in the `flags` column, set if the event occurred at least once. */
export const flags = { read: 1, unsubscribed: 2, complaint: 4 } as const

/** `messageStates` and `counterNames` have the same order up to this index. */
const delivered = 8
const position = { open: 9, click: 10, read: 11, unsubscribed: 12, complaint: 13, opener: 14, clicker: 15 } as const

export type Countable = {
  state: number
  open: number
  click: number
  flags: number
}

/** Adds a record’s counters to `sums`, or subtracts them if `sign` is -1. */
export function addRecord(sums: Int32Array, record: Countable, sign: 1 | -1): void {
  const add = (at: number, value: number) => (sums[at] = (sums[at] ?? 0) + sign * value)
  add(0, 1)
  if (record.state > 0) add(Math.min(record.state, delivered), 1)
  if (record.open > 0) {
    add(position.open, record.open)
    add(position.opener, 1)
  }
  if (record.click > 0) {
    add(position.click, record.click)
    add(position.clicker, 1)
  }
  if (record.flags & flags.read) add(position.read, 1)
  if (record.flags & flags.unsubscribed) add(position.unsubscribed, 1)
  if (record.flags & flags.complaint) add(position.complaint, 1)
}
