import { z } from 'zod'

const timingSteps = ['hour', 'day', 'week', 'month', 'cron'] as const

/** When a schedule runs, in its zone’s local time. */
export const timing = z.strictObject({
  every: z.enum(timingSteps),
  /** From 1 for Monday to 7 for Sunday. */
  weekday: z.number().int().min(1).max(7),
  /** A shorter month uses its last day instead. */
  monthDay: z.number().int().min(1).max(31),
  /** `07:30`. If `every` is `hour`, only the minutes count. */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  /** A five-field cron pattern; empty unless `every` is `cron`. */
  cron: z.string().max(200).default(''),
})
export type Timing = z.output<typeof timing>

/** The outcome of a schedule’s most recent run. */
export const lastRun = z.strictObject({
  at: z.number().int(),
  state: z.enum(['running', 'done', 'failed']),
  /** The file that was written, or why none was. */
  text: z.string(),
  /** The team’s user on whose computer a shared schedule ran. */
  by: z.string().optional(),
})
