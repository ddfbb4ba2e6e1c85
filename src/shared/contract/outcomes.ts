import { z } from 'zod'
import { command } from './base/define.ts'

/**
 * `running`: the response hasn’t arrived yet. `unknown`: the response was lost. `happened` and `not-found`: the result
 * of a check. `gone`: the response has arrived or the outcome was removed. This is emitted once, and pages then stop
 * showing the outcome.
 */
export const outcomeStates = ['running', 'unknown', 'happened', 'not-found', 'gone'] as const

/** A call that changes the service and may have succeeded, although no response arrived. */
export const outcome = z.strictObject({
  id: z.string(),
  accountId: z.string(),
  /** The name in the call log: `messages.send`. */
  operation: z.string(),
  kind: z.string(),
  /** For example "Send from shop@example.com to 1 recipient". */
  title: z.string(),
  startedAt: z.number(),
  state: z.enum(outcomeStates),
  /** The facts known so far, as sentences. */
  text: z.string(),
  /** How the user can find out whether the change took place; empty once this is known. */
  advice: z.string(),
  /** Whether a check in the service can find out if the change took place. */
  canCheck: z.boolean(),
  checkedAt: z.number().nullable(),
  /** Whether the user dismissed the outcome. It then no longer needs attention, but can be looked up for a month. */
  dismissed: z.boolean(),
  /** Identifies a send’s records: `meta.mailroom_send`. */
  sendId: z.string().nullable(),
  /** The ids of the messages found by a check. */
  messages: z.array(z.string()),
})
export type Outcome = z.infer<typeof outcome>

const id = z.strictObject({ id: z.string().max(80) })

export const outcomes = {
  /** Returns the outcomes of all accounts, newest first. */
  'outcomes.list': command(z.void(), z.array(outcome)),
  /** Finds out whether the change took place, by calls that change nothing. */
  'outcomes.check': command(id, outcome),
  'outcomes.dismiss': command(id, z.void()),
  /** Stops waiting for the response. The change may still take place. */
  'outcomes.stop': command(id, z.void()),
}
