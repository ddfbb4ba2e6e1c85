import { z } from 'zod'
import { command } from './base/define.ts'

const accountId = z.string().max(80)
const second = z.number().int()

/** Whole seconds since the epoch, both ends included. */
export const period = z.strictObject({ from: second, to: second })
export type Period = z.infer<typeof period>

/**
 * How much of the service’s history is in the archive. It comes with every result, so that no incomplete number is
 * shown as complete. Times are in seconds since the epoch; null if the event hasn’t happened yet.
 */
export const horizon = z.strictObject({
  /**
   * The time at which the archive begins, because nothing older was requested or the retention period has pruned it.
   */
  completeFrom: second.nullable(),
  /** Everything created up to this time has been read, except in the gaps. */
  completeUntil: second.nullable(),
  /**
   * Periods missing from the archive, because they haven’t been read yet or the service failed to return them. Oldest
   * first.
   */
  gaps: z.array(period),
  /**
   * Periods whose metadata, reasons and details of opens have not been read yet, or have changed since they were read.
   */
  detailGaps: z.array(period),
  /** Opens, clicks and late states are known up to this time for messages that were within the sync’s window then. */
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
