import { z } from 'zod'

/** The shapes of figures that both sources return, the service and the archive. */

const count = z.number().int()

/** How many messages there are, what became of them, and how many times they were opened and clicked. */
export const counters = z.strictObject({
  messages: count,
  /** Messages by their last state; states without messages are left out. */
  states: z.record(z.string(), count),
  /** All opens and clicks, including repeated ones. */
  open: count,
  click: count,
  /** Messages that were opened, or clicked, at least once. */
  opened: count,
  clicked: count,
})

export const dayCounters = counters.extend({
  /** For example `2026-11-22`. */
  day: z.string(),
})

export const grouped = z.strictObject({
  /** Largest first; an empty value represents messages without one. A message with several tags counts for each. */
  values: z.array(counters.extend({ value: z.string() })),
  /** The number of unlisted values. */
  more: count,
})

/** The same data as in `grouped`, but as one array per counter, for groups with tens of thousands of values. */
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

/** A link in messages, with the URL as written in them. */
export const linkClicks = z.strictObject({
  url: z.string(),
  click: count,
  /** Messages in which the link was clicked at least once. */
  clicker: count,
})

/** Opens in a month by the program that displayed the message. */
export const platformOpens = z.strictObject({
  /** For example `2026-11`. */
  month: z.string(),
  /** Name and version; empty if unknown. */
  name: z.string(),
  /** `webmail`, `application` or another type returned by the service; empty if unknown. */
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
