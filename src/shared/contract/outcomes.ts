import { z } from 'zod'
import { command } from './base/define.ts'

/**
 * `running` waits for its answer still; `unknown` lost it; `happened` and `not-found` are what a check told. What was
 * answered or forgotten is told once more as `gone`, and then no page shows it.
 */
export const outcomeStates = ['running', 'unknown', 'happened', 'not-found', 'gone'] as const

/** Something that was asked of the service and may have had its effect, though no answer came. */
export const outcome = z.strictObject({
  id: z.string(),
  accountId: z.string(),
  /** As the call log names it: `messages.send`. */
  operation: z.string(),
  kind: z.string(),
  /** What it was: "A send from shop@example.com to 1 recipient". */
  title: z.string(),
  startedAt: z.number(),
  state: z.enum(outcomeStates),
  /** What is known by now. */
  text: z.string(),
  /** What can be looked at to find out; empty once that is known. */
  advice: z.string(),
  /** False where nothing at the service could tell. */
  canCheck: z.boolean(),
  checkedAt: z.number().nullable(),
  /** Wants no attention any more; what became of it can still be looked up for a month. */
  dismissed: z.boolean(),
  /** By which the records of a send are found: `meta.mailroom_send`. */
  sendId: z.string().nullable(),
  /** Ids of the messages that a check found. */
  messages: z.array(z.string()),
})
export type Outcome = z.infer<typeof outcome>

const id = z.strictObject({ id: z.string().max(80) })

export const outcomes = {
  /** Of all accounts, newest first. */
  'outcomes.list': command(z.void(), z.array(outcome)),
  /** Looks at the service, with calls that change nothing, whether it happened. */
  'outcomes.check': command(id, outcome),
  'outcomes.dismiss': command(id, z.void()),
  /** Gives up waiting for an answer; what was begun may happen all the same. */
  'outcomes.stop': command(id, z.void()),
}
