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
