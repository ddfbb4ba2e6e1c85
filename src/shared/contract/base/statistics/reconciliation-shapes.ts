import { z } from 'zod'

/** The service’s and the archive’s counts for the same day, tag or domain, and why the two differ. */

const count = z.number().int()

/**
 * The counts have the service’s names, except for `messages` (its “requested”) and `notSent` (its rejected, filtered
 * and failed messages).
 */
export const comparedCounts = z.strictObject({
  messages: count,
  delivered: count,
  softbounced: count,
  hardbounced: count,
  notSent: count,
  open: count,
  click: count,
  /** Messages with at least one open or, for `clicker`, at least one click. */
  opener: count,
  clicker: count,
  unsubscribed: count,
  complaint: count,
})

/** `notSent` is null for a day, because the service reports no such number by day. */
export const serviceCounts = comparedCounts.extend({ notSent: count.nullable() })

export const differenceReason = z.enum([
  /** Part of the period is older than the archive. */
  'before-archive',
  /** Part of the period has never been read. */
  'unread',
  /** The day has not ended yet. */
  'unfinished',
  /** The archive lacks messages of people who were erased. */
  'erased',
  /** The archive contains messages that the service no longer counts. */
  'kept',
  /** Opens, clicks or states arrived after the messages were last read. */
  'late',
  /** The service counts every state that a message has had, but the archive only the last one. */
  'last-state',
  /** The service counts people, the archive counts messages. */
  'people',
  /** The service counts opens and clicks on the day on which they happened. */
  'event-day',
  'unexplained',
])

export const comparedLine = z.strictObject({
  /** A UTC day such as `2026-11-22`, a tag or a domain. */
  value: z.string(),
  service: serviceCounts,
  archive: comparedCounts,
  /** Empty if the two agree. */
  reasons: z.array(differenceReason),
  /** Whether the difference may disappear if the period is read again. */
  isRepairable: z.boolean(),
})
