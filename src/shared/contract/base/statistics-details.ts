import { z } from 'zod'
import { linkClicks, placeCounts, platformOpens } from './statistics-shapes.ts'

/** What only the details of messages tell, which exports lack. */

const count = z.number().int()

/** Opens or clicks by who made them. */
const actors = z.strictObject({
  human: count,
  machine: count,
  /** Fetched for a person by the proxy of their mailbox provider. */
  proxy: count,
  /** Nothing is known of the program, or of the open itself. */
  unknown: count,
})

const activity = z.strictObject({
  /** Messages that were opened, or clicked, at least once. */
  messages: count,
  /** Of those, messages whose details are known. */
  detailed: count,
  /** Of those, messages that a person opened or clicked, also through a proxy. */
  byPeople: count,
  by: actors,
})

const refusal = z.strictObject({
  state: z.string(),
  /** Without addresses, ids and numbers; empty for messages without a reason. */
  reason: z.string(),
  /** The reason of one of the messages as it was reported. */
  example: z.string(),
  /** Every message has exactly this reason, so that a search finds them. */
  isOnly: z.boolean(),
  messages: count,
})

function lines<Line extends z.ZodType>(line: Line) {
  return z.strictObject({
    /** The largest first. */
    values: z.array(line),
    /** About how many more there are than are listed. */
    more: count,
  })
}

/** Messages by class. The bounds of the classes are in the domain; the last class is above all of them. */
const classes = z.array(count)

export const details = {
  messages: count,
  /** Messages that arrived, of which rates of opens and clicks are. */
  delivered: count,
  refused: z.strictObject({
    messages: count,
    /** Of those, messages whose details are known, so that their reason is. */
    detailed: count,
    reasons: lines(refusal),
  }),
  sizes: z.strictObject({
    classes,
    /** Messages whose size the service did not report. */
    unknown: count,
    /** Half of the messages are no larger. Null where no size is known. */
    median: z.number().nullable(),
  }),
  /** From the creation of a message until a person first opened it. */
  timeToOpen: z.strictObject({
    classes,
    /** Messages that a person opened at an unknown time. */
    undated: count,
  }),
  opened: activity,
  clicked: activity,
  links: lines(linkClicks),
  /** By the month in which their messages were created. */
  platforms: lines(platformOpens),
  places: lines(placeCounts),
}
