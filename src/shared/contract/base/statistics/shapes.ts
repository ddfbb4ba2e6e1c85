import { z } from 'zod'

/** The shapes that both sources of figures return, the service and the archive. */

const count = z.number().int()

/** How many messages there are, their outcomes, and how often they were opened and clicked. */
export const counters = z.strictObject({
  messages: count,
  /** Messages by their last state; states that no message has are left out. */
  states: z.record(z.string(), count),
  /** Every single open and click. */
  open: count,
  click: count,
  /** Messages that were opened, and clicked, at least once. */
  opened: count,
  clicked: count,
})

export const dayCounters = counters.extend({
  /** Such as `2026-11-22`. */
  day: z.string(),
})

export const grouped = z.strictObject({
  /** Largest first; an empty value represents messages that have none. A message with several tags counts for each. */
  values: z.array(counters.extend({ value: z.string() })),
  /** The number of values that are not listed. */
  more: count,
})

/** The same as columns, for lists of tens of thousands: a number for each value. */
export const groupColumns = z.strictObject({
  value: z.array(z.string()),
  messages: z.array(count),
  states: z.record(z.string(), z.array(count)),
  open: z.array(count),
  click: z.array(count),
  opened: z.array(count),
  clicked: z.array(count),
  more: count,
})

/** A link of messages, with its address as written in them. */
export const linkClicks = z.strictObject({
  url: z.string(),
  click: count,
  /** Messages in which the link was clicked at least once. */
  clicker: count,
})

/** Opens of one month by the program that showed the message. */
export const platformOpens = z.strictObject({
  /** Such as `2026-11`. */
  month: z.string(),
  /** Name and version; empty if unknown. */
  name: z.string(),
  /** `webmail`, `application` or another type that the service returns; empty if unknown. */
  type: z.string(),
  open: count,
})

/** Opens and clicks at a place. Names and coordinates may be missing. */
export const placeCounts = z.strictObject({
  country: z.string(),
  city: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  open: count,
  click: count,
  opener: count,
  clicker: count,
})
