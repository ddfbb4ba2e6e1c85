import { z } from 'zod'
import { command } from './base/define.ts'
import { sendSummary } from './base/sends.ts'

const id = z.strictObject({ id: z.uuid() })
const count = z.number().int()

/**
 * Recipients of a send who certainly did not get it: their call was `refused`, is `absent` from the records of the service, or was
 * still `waiting` when the send was cancelled.
 */
const restGroup = z.enum(['waiting', 'refused', 'absent'])
export type RestGroup = z.infer<typeof restGroup>

/** Who would get the rest of a send, and who would not. */
const restPlan = z.strictObject({
  recipients: count,
  /** Before anybody is left out. */
  groups: z.record(restGroup, count),
  /** Those of each group who would get it. */
  left: z.record(restGroup, count),
  /** Those who must not be written to any more, each counted once. */
  leftOut: z.strictObject({ bounced: count, complained: count, unsubscribed: count, erased: count }),
  /** Those who have it already, from this send or a rest of it. */
  sent: count,
  /** Those who may have it. They are left out. */
  unknown: count,
  /** Those whose send or rest has not ended yet. */
  open: count,
  /** Addresses in cc and bcc, if they are left out because they have a copy already. */
  copies: count,
  /** False where the sends of the account carry no mark, so that what is unknown stays so. */
  isMarked: z.boolean(),
  /** Whether Mailroom still looks for unknown calls automatically, as it does for a day. */
  isWatched: z.boolean(),
  rests: z.array(sendSummary),
})
export type RestPlan = z.infer<typeof restPlan>

const rest = z.strictObject({ id: z.uuid(), only: restGroup.nullable() })

export const sends = {
  /** Refused as `compose.send` would be: nothing is sent. */
  'sends.verify': command(z.strictObject({ draftId: z.uuid() }), z.void()),
  /** Looks at the service for every call whose answer was lost, and returns what is known of the send by then. */
  'sends.check': command(id, sendSummary),
  /** Resolves when none of its calls is under way: after a pause some still are, and end in one way or another. */
  'sends.settled': command(id, sendSummary),
  'sends.rest': command(rest, restPlan),
  /** Sends the frozen message to them, as a send of its own. Refused as `nothing-left` where nobody is. */
  'sends.startRest': command(
    z.strictObject({ ...rest.shape, undoSeconds: z.number().int().min(0).max(120) }),
    sendSummary,
  ),
}
