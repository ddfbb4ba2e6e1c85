import { z } from 'zod'
import { counters, dayCounters, groupColumns, linkClicks, placeCounts, platformOpens } from './statistics/shapes.ts'

const count = z.number().int()
const day = z.string()

/** How many lines of the response were unusable, and some of the reasons. */
const problems = { problems: count, reasons: z.array(z.string()) }

/** A part of the service’s own figures. */
export const partFigures = z.discriminatedUnion('part', [
  z.strictObject({ part: z.literal('sends'), ...problems, total: counters }),
  z.strictObject({
    part: z.literal('days'),
    ...problems,
    /** The service counts entire days in UTC, whatever the period’s zone; days without messages may be absent. */
    days: z.array(dayCounters),
    /** The first and last UTC days that the period overlaps. */
    from: day,
    to: day,
  }),
  z.strictObject({ part: z.literal('domains'), ...problems, columns: groupColumns }),
  z.strictObject({ part: z.literal('tags'), ...problems, columns: groupColumns }),
  z.strictObject({ part: z.literal('links'), ...problems, links: z.array(linkClicks) }),
  z.strictObject({ part: z.literal('email-platforms'), ...problems, platforms: z.array(platformOpens) }),
  z.strictObject({ part: z.literal('places'), ...problems, places: z.array(placeCounts) }),
])

export const serviceAnswer = z.strictObject({
  figures: partFigures,
  /** Epoch milliseconds. */
  askedAt: z.number(),
  /** Why the service could not be called again, if these figures were read earlier; null if they are current. */
  offline: z.string().nullable(),
  /** The current time by the service’s clock, which may be weeks ahead in a sandbox. */
  now: z.number(),
})
