import { z } from 'zod'
import { command } from './base/define.ts'
import { errorShape } from './jobs.ts'
import { lease } from './team.ts'

const accountId = z.string().max(80)

export const syncOptions = z.strictObject({
  /** How far back to read, in seconds since the epoch; null until the user has chosen. */
  from: z.number().int().min(0).nullable(),
  /** How many days messages are kept on this disk; null for unlimited. */
  keepDays: z.number().int().min(1).max(36_500).nullable(),
  /** The number of most recent days for which messages are reread, because opens, clicks and bounces arrive late. */
  windowDays: z.number().int().min(1).max(90),
  /** Whether metadata, reasons and individual opens are also read, which takes one call per 500 messages. */
  details: z.boolean(),
  /** The maximum speed. If null, calls are made as fast as the service responds. */
  callsPerMinute: z.number().int().min(1).max(100_000).nullable(),
  /** Milliseconds between two syncs while the app is open. */
  interval: z.number().int().min(30_000).max(86_400_000),
  paused: z.boolean(),
})
export type SyncOptions = z.infer<typeof syncOptions>

export const syncStatus = z.strictObject({
  options: syncOptions,
  running: z.boolean(),
  /**
   * When the next sync begins, in epoch milliseconds; null while paused or until the user has chosen how far back to read.
   */
  nextAt: z.number().nullable(),
  lastEndedAt: z.number().nullable(),
  lastError: errorShape.nullable(),
  /**
   * Which Mailroom syncs a team archive, whether the user may only read it, and whether they own it. Null until that is
   * known, and for an archive in a file on this computer, which only this Mailroom syncs.
   */
  lease: lease.extend({ readOnly: z.boolean(), isOwner: z.boolean() }).nullable(),
})
export type SyncStatus = z.infer<typeof syncStatus>

export const syncEstimate = z.strictObject({
  /** The number of messages. Like the other estimates, it is null if the service doesn’t report a count. */
  messages: z.number().int().nullable(),
  calls: z.number().int().nullable(),
  /** The time needed at the configured maximum speed. */
  seconds: z.number().nullable(),
  bytes: z.number().nullable(),
})
export type SyncEstimate = z.infer<typeof syncEstimate>

export const sync = {
  'sync.status': command(z.strictObject({ accountId }), syncStatus),
  'sync.now': command(z.strictObject({ accountId }), z.strictObject({ jobId: z.string() })),
  /** Changes how an account is synced, with immediate effect. */
  'sync.configure': command(z.strictObject({ accountId, options: syncOptions.partial() }), syncStatus),
  /**
   * Estimates how many messages and calls, and how much time and disk space, it takes to read the history from this
   * second on.
   */
  'sync.estimate': command(z.strictObject({ accountId, from: z.number().int().min(0) }), syncEstimate),
}
