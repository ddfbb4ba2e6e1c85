import { z } from 'zod'
import { linkClicks, placeCounts, platformOpens } from './shapes.ts'

/** Figures that need the details of messages, which exports do not contain. */

const count = z.number().int()

/** Opens or clicks, by the kind of actor. */
const actors = z.strictObject({
  human: count,
  machine: count,
  /** Fetched for a person by the proxy of their mailbox provider. */
  proxy: count,
  /** The program is unknown, or the open itself has no details. */
  unknown: count,
})

const activity = z.strictObject({
  /** Messages that were opened, or clicked, at least once. */
  messages: count,
  /** The part of `messages` whose details are known. */
  detailed: count,
  /** The part of `messages` that a person opened or clicked, including opens through a proxy. */
  byPeople: count,
  by: actors,
})

const refusal = z.strictObject({
  state: z.string(),
  /** Without addresses, ids and numbers; empty for messages without a reason. */
  reason: z.string(),
  /** The reason of one of the messages as it was reported. */
  example: z.string(),
  /** Whether all of these messages have the same reason, so that one search finds them all. */
  isOnly: z.boolean(),
  messages: count,
})

function lines<Line extends z.ZodType>(line: Line) {
  return z.strictObject({
    /** Largest first. */
    values: z.array(line),
    /** Approximately how many lines are not listed. */
    more: count,
  })
}

/** The number of messages in each class. The bounds of the classes are in the domain; the last class has no upper bound. */
const classes = z.array(count)

export const details = {
  messages: count,
  /** Messages that arrived: the rates of opens and clicks are shares of them. */
  delivered: count,
  refused: z.strictObject({
    messages: count,
    /** The part of `messages` whose details are known, and with them the reason. */
    detailed: count,
    reasons: lines(refusal),
  }),
  sizes: z.strictObject({
    classes,
    /** Messages whose size the service did not report. */
    unknown: count,
    /** Half of the messages are no larger than this. Null if no size is known. */
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
