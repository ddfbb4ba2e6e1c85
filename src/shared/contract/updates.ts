import { z } from 'zod'
import { command } from './base/define.ts'

const version = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/)

/** What a release says of itself. */
export const updateNotice = z.strictObject({
  version,
  date: z.iso.date(),
  /** What is new, one plain line each. */
  notes: z.array(z.string().min(1).max(400)).max(30),
  link: z.url({ protocol: /^https$/ }).max(500),
})
export type UpdateNotice = z.infer<typeof updateNotice>

export const updateState = z.strictObject({
  /** Whether this build has an address to ask. Where it has none, nothing is asked and nothing is offered. */
  isOffered: z.boolean(),
  /** Epoch milliseconds; null until it was asked for the first time. */
  askedAt: z.number().nullable(),
  /** The last question got no answer that could be used. */
  hasFailed: z.boolean(),
  /** A version that is newer than this one; null where none is known. */
  newest: updateNotice.nullable(),
  /** The user does not want the line about this version any more. */
  isDismissed: z.boolean(),
})
export type UpdateState = z.infer<typeof updateState>

export const updates = {
  'updates.get': command(z.void(), updateState),
  /** Asks now, whenever it was asked before. */
  'updates.check': command(z.void(), updateState),
  'updates.dismiss': command(z.strictObject({ version }), updateState),
}
