import { z } from 'zod'
import { command } from './base/define.ts'

const accountId = z.string().max(80)
const second = z.number().int()

/** Whole seconds since the epoch, both ends included. */
export const period = z.strictObject({ from: second, to: second })
export type Period = z.infer<typeof period>

/**
 * How much of the service's history the archive holds. The horizon accompanies every result, so that no incomplete number
 * is shown as complete. Seconds since the epoch; null for what has not happened yet.
 */
export const horizon = z.strictObject({
  /** Nothing older was requested, or older records were removed because the period to keep is over. */
  completeFrom: second.nullable(),
  /** Everything created up to this time was read, except in the gaps. */
  completeUntil: second.nullable(),
  /** Periods in between that are missing: not read yet, or the service failed on them. Oldest first. */
  gaps: z.array(period),
  /** Periods whose metadata, reasons and open details were not read yet, or have changed since. */
  detailGaps: z.array(period),
  /** Opens, clicks and late states up to this time are known for messages inside the window of that time. */
  opensRefreshedUntil: second.nullable(),
  /** When the last sync succeeded. */
  lastSync: second.nullable(),
})
export type Horizon = z.infer<typeof horizon>

export const archive = {
  'archive.info': command(
    z.strictObject({ accountId }),
    z.strictObject({
      messages: z.number().int(),
      oldest: second.nullable(),
      newest: second.nullable(),
      /** Bytes on the disk. */
      bytes: z.number(),
      horizon,
    }),
  ),
  /** Writes a complete copy to one file, while reads and writes continue. */
  'archive.backUp': command(z.strictObject({ accountId }), z.strictObject({ jobId: z.string() })),
  'archive.check': command(z.strictObject({ accountId }), z.strictObject({ jobId: z.string() })),
  /** Rebuilds the search index from the records. */
  'archive.rebuild': command(z.strictObject({ accountId }), z.strictObject({ jobId: z.string() })),
}
