import { z } from 'zod'

/** What both sources of figures, the service and the archive, return alike. */

const count = z.number().int()

/** How many messages, what became of them, and how often they were opened and clicked. */
export const counters = z.strictObject({
  messages: count,
  /** Messages by their last state; states that no message has are left out. */
  states: z.record(z.string(), count),
  /** Opens and clicks, each counted. */
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
  /** The largest first; an empty value stands for messages that have none. A message with several tags counts for each. */
  values: z.array(counters.extend({ value: z.string() })),
  /** How many more values there are than are listed. */
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

/** A link of messages, by its address as it is written in them. */
export const linkClicks = z.strictObject({
  url: z.string(),
  click: count,
  /** Messages in which it was clicked at least once. */
  clicker: count,
})

/** Opens of one month by the program that showed the message. */
export const platformOpens = z.strictObject({
  /** Such as `2026-11`. */
  month: z.string(),
  /** Name and version; empty where they are not known. */
  name: z.string(),
  /** `webmail`, `application` or another type that the service returns; empty where it is not known. */
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
