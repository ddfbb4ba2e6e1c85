import { z } from 'zod'
import { command } from './base/define.ts'

const accountId = z.string().max(80)
const second = z.number().int()

/** Whole seconds since the epoch, both ends included. */
export const period = z.strictObject({ from: second, to: second })
export type Period = z.infer<typeof period>

/**
 * How much of the service’s history is in the archive. It comes with every result, so that no number is shown as
 * complete if it isn’t. Seconds since the epoch; null if something hasn’t happened yet.
 */
export const horizon = z.strictObject({
  /** The beginning of the archive: nothing older was wanted, or the retention period has pruned it. */
  completeFrom: second.nullable(),
  /** Everything created up to this time has been read, except in the gaps. */
  completeUntil: second.nullable(),
  /**
   * Periods that are missing in between, because they haven’t been read yet or the service failed on them. Oldest
   * first.
   */
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
