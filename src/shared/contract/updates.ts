import { z } from 'zod'
import { command } from './base/define.ts'

const version = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/)

/** The description published with a release. */
export const updateNotice = z.strictObject({
  version,
  date: z.iso.date(),
  /** The changes in this version, one plain line per item. */
  notes: z.array(z.string().min(1).max(400)).max(30),
  link: z.url({ protocol: /^https$/ }).max(500),
})
export type UpdateNotice = z.infer<typeof updateNotice>

export const updateState = z.strictObject({
  /** Whether this build has an address at which it can check for versions. If not, nothing is checked or offered. */
  isOffered: z.boolean(),
  /** Epoch milliseconds; null before the first check. */
  askedAt: z.number().nullable(),
  /** Whether the last check failed to get a usable response. */
  hasFailed: z.boolean(),
  /** The newest version, if it is newer than the installed one; otherwise null. */
  newest: updateNotice.nullable(),
  /** Whether the user has dismissed the line about this version. */
  isDismissed: z.boolean(),
})
export type UpdateState = z.infer<typeof updateState>

export const updates = {
  'updates.get': command(z.void(), updateState),
  /** Checks now, regardless of earlier checks. */
  'updates.check': command(z.void(), updateState),
  'updates.dismiss': command(z.strictObject({ version }), updateState),
}
