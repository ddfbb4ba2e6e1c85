import { z } from 'zod'
import { linkClicks, placeCounts, platformOpens } from './shapes.ts'

/** Figures that need message details, which exports do not contain. */

const count = z.number().int()

/** Opens or clicks by type of actor. */
const actors = z.strictObject({
  human: count,
  machine: count,
  /** Through the proxy of a mailbox provider, on behalf of a person. */
  proxy: count,
  /** By an unknown program, or without any details. */
  unknown: count,
})

const activity = z.strictObject({
  /** Messages that were opened, or clicked, at least once. */
  messages: count,
  /** How many of `messages` have known details. */
  detailed: count,
  /** How many of `messages` a person opened or clicked. This includes opens through a proxy. */
  byPeople: count,
  by: actors,
})

const refusal = z.strictObject({
  state: z.string(),
  /** The reason without addresses, ids and numbers; empty for messages without a reason. */
  reason: z.string(),
  /** The reason of one of these messages, as reported. */
  example: z.string(),
  /** Whether all of these messages have exactly the same reason, in which case a single search finds them all. */
  isOnly: z.boolean(),
  messages: count,
})

function lines<Line extends z.ZodType>(line: Line) {
  return z.strictObject({
    /** Largest first. */
    values: z.array(line),
    /** The approximate number of unlisted lines. */
    more: count,
  })
}

/**
 * The number of messages in each class. The bounds are in `shared/domain/statistics/details/classes.ts`; the last class has
 * no upper bound.
 */
const classes = z.array(count)

export const details = {
  messages: count,
  /** Messages that arrived: open and click rates are shares of them. */
  delivered: count,
  refused: z.strictObject({
    messages: count,
    /** How many of `messages` have known details, which include the reason. */
    detailed: count,
    reasons: lines(refusal),
  }),
  sizes: z.strictObject({
    classes,
    /** Messages for which the service did not report a size. */
    unknown: count,
    /** The median message size. Null if no size is known. */
    median: z.number().nullable(),
  }),
  /** The time from a message’s creation until a person first opened it. */
  timeToOpen: z.strictObject({
    classes,
    /** Messages that a person opened, but at an unknown time. */
    undated: count,
  }),
  opened: activity,
  clicked: activity,
  links: lines(linkClicks),
  /** Grouped by the month in which the messages were created. */
  platforms: lines(platformOpens),
  places: lines(placeCounts),
}
