import { z } from 'zod'
import { command } from './base/define.ts'

const accountId = z.string().max(80)
const second = z.number().int()

/** Whole seconds since the epoch, both ends included. */
export const period = z.strictObject({ from: second, to: second })
export type Period = z.infer<typeof period>

/**
 * How much of the service’s history the archive contains. Every result includes the horizon, so that no incomplete number
 * is shown as complete. Seconds since the epoch; null for anything that has not happened yet.
 */
export const horizon = z.strictObject({
  /**
   * The archive begins here: nothing older was requested, or older records were pruned at the end of the retention period.
   */
  completeFrom: second.nullable(),
  /** Everything created up to this time has been read, except in the gaps. */
  completeUntil: second.nullable(),
  /** Missing periods in between: not read yet, or the service failed on them. Oldest first. */
  gaps: z.array(period),
  /** Periods whose metadata, reasons and open details have not been read yet, or have changed since. */
  detailGaps: z.array(period),
  /** Opens, clicks and late states up to this time are known for messages that were then within the sync’s window. */
  opensRefreshedUntil: second.nullable(),
  /** When a sync last succeeded. */
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
      /** Size on disk in bytes. */
      bytes: z.number(),
      horizon,
    }),
  ),
  /** Writes a complete copy to a single file, while reads and writes continue. */
  'archive.backUp': command(z.strictObject({ accountId }), z.strictObject({ jobId: z.string() })),
  'archive.check': command(z.strictObject({ accountId }), z.strictObject({ jobId: z.string() })),
  'archive.rebuild': command(z.strictObject({ accountId }), z.strictObject({ jobId: z.string() })),
}
