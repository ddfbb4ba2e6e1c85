import { z } from 'zod'

const rhythmSteps = ['hour', 'day', 'week', 'month', 'cron'] as const

/** How often something is made by the clock, as the clocks of its zone show the time. */
export const rhythm = z.strictObject({
  every: z.enum(rhythmSteps),
  /** Monday is 1. */
  weekday: z.number().int().min(1).max(7),
  /** A month that is shorter has its last day instead. */
  monthDay: z.number().int().min(1).max(31),
  /** `07:30`. Of an hourly rhythm the minutes count. */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  /** A cron pattern of five fields; empty unless `every` is `cron`. */
  cron: z.string().max(200).default(''),
})
export type Rhythm = z.output<typeof rhythm>

/** What became of the newest run of a schedule. */
export const lastRun = z.strictObject({
  at: z.number().int(),
  state: z.enum(['running', 'done', 'failed']),
  /** The file that was written, or why none was. */
  text: z.string(),
})
