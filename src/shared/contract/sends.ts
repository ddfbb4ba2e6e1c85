import { z } from 'zod'
import { isMailAddress, notAnAddress } from '../text/mail-address.ts'
import { command } from './base/define.ts'
import { draftContent, shownImage } from './base/draft.ts'
import { rehearsal, sendBatch, sendRecipient, sendSummary } from './base/sends.ts'
import { draft } from './drafts.ts'

const accountId = z.string().max(80)
const account = z.strictObject({ accountId })
const id = z.strictObject({ id: z.uuid() })
const jobId = z.strictObject({ jobId: z.string() })
const address = z.string().trim().min(1, 'Enter an address.').refine(isMailAddress, notAnAddress())
const count = z.number().int()

/**
 * A send’s recipients who certainly did not receive it: their call was `refused`, is `absent` from the service’s records,
 * or was still `waiting` when the send was cancelled.
 */
const restGroup = z.enum(['waiting', 'refused', 'absent'])
export type RestGroup = z.infer<typeof restGroup>

/** How many recipients the rest of a send would go to, and how many it would not. */
const restPlan = z.strictObject({
  recipients: count,
  /** How many recipients are in each group, before any are left out. */
  groups: z.record(restGroup, count),
  /** How many recipients in each group would receive the rest. */
  left: z.record(restGroup, count),
  /** Recipients to whom nothing more may be sent, each counted once. */
  leftOut: z.strictObject({ bounced: count, complained: count, unsubscribed: count, erased: count }),
  /** Recipients who already have the message, from this send or a rest of it. */
  sent: count,
  /** Recipients who may already have the message, because the outcome of their call is unknown. They are left out. */
  unknown: count,
  /** Recipients whose send or rest has not ended yet. */
  open: count,
  /** The number of addresses in cc and bcc that are left out because they already have a copy. */
  copies: count,
  /** Whether any call with an unknown outcome carried a marker. Outcomes without a marker can’t be checked. */
  isMarked: z.boolean(),
  /** Whether Mailroom is still checking unknown calls automatically, which it does for a day. */
  isWatched: z.boolean(),
  rests: z.array(sendSummary),
})
export type RestPlan = z.infer<typeof restPlan>

/** The order of a send’s recipients: by their position in the send, by address or name as written, or by state. */
const recipientSort = z.strictObject({
  field: z.enum(['number', 'address', 'name', 'state']),
  descending: z.boolean(),
})
export type RecipientSort = z.infer<typeof recipientSort>

const rest = z.strictObject({ id: z.uuid(), only: restGroup.nullable() })

/**
 * The few fields of a first test message. Values that the service would refuse are rejected here, with an error at
 * the field.
 */
const testMessage = z.strictObject({
  to: z.array(address).min(1, 'Enter at least one recipient.').max(50, 'A test can have at most 50 recipients.'),
  from: address,
  subject: z
    .string()
    .trim()
    .max(500, 'A subject can have at most 500 characters here.')
    .regex(/^[^\p{Cc}]*$/u, 'A subject must be on one line.'),
  text: z.string().max(100_000, 'The text can have at most 100,000 characters here.'),
})

/**
 * Recipients of earlier messages that resemble the one about to be sent. Each recipient is in only one group. The
 * newest group comes first.
 */
const repeatedRecipients = z.array(
  z.strictObject({
    /**
     * `message`: exactly the same email, at any time; `subject`: a different email with the same subject, as the recipient
     * would read it.
     */
    kind: z.enum(['message', 'subject']),
    /**
     * `unknown`: the response to the call for the earlier message was lost. `open`: the earlier message has not been
     * sent yet.
     */
    state: z.enum(['sent', 'unknown', 'open']),
    /** The Mailroom send that the earlier messages belong to; null if they are known only from the archive. */
    sendId: z.uuid().nullable(),
    /** When the last of the earlier messages was or will be sent, in epoch milliseconds. */
    at: z.number(),
    /** In lower case. */
    addresses: z.array(z.string()),
  }),
)

export const sends = {
  /** The draft becomes a send that starts at `at`, or after the undo window if `at` is null. */
  'sends.start': command(
    z.strictObject({ draftId: z.uuid(), at: z.number().nullable(), undoSeconds: z.number().int().min(0).max(120) }),
    sendSummary,
  ),
  'sends.list': command(account, z.array(sendSummary)),
  'sends.get': command(
    id,
    z.strictObject({ summary: sendSummary, content: draftContent, batches: z.array(sendBatch) }),
  ),
  /** The recipients in order, with the archive’s records. */
  'sends.recipients': command(
    z.strictObject({
      id: z.uuid(),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
      /** Returns only recipients in this state, named as in `sends.counts`. */
      state: z.string().max(100).optional(),
      /** Without a sort, recipients are in the order of the send. With one, equal recipients stay in that order. */
      sort: recipientSort.optional(),
    }),
    z.strictObject({ recipients: z.array(sendRecipient), total: z.number().int() }),
  ),
  /**
   * The number of recipients, keyed by the last state of their records. Recipients without a record are counted by the
   * state of their calls, such as `call:refused`.
   */
  'sends.counts': command(id, z.record(z.string(), z.number().int())),
  'sends.pause': command(id, z.void()),
  'sends.resume': command(id, z.void()),
  /**
   * If the send has not started, it becomes a draft again, and the draft’s id is returned; a rest is only removed. If it
   * has started, the remaining batches are not sent.
   */
  'sends.cancel': command(id, z.strictObject({ draftId: z.uuid().nullable(), hasLeft: z.boolean() })),
  /** Moves a waiting send to another time; null sends it now. */
  'sends.move': command(z.strictObject({ id: z.uuid(), at: z.number().nullable() }), sendSummary),
  /** Removes an ended send from the history. */
  'sends.remove': command(id, z.void()),
  /** Creates a new draft with the complete content of an earlier send; `again` also keeps its recipients. */
  'sends.makeDraft': command(z.strictObject({ id: z.uuid(), again: z.boolean() }), draft),
  'sends.image': command(z.strictObject({ id: z.uuid(), part: z.uuid() }), shownImage),

  /** Fails if `sends.start` would refuse the draft, but sends nothing. */
  'sends.verify': command(z.strictObject({ draftId: z.uuid() }), z.void()),
  /** Checks the service for every call with a lost response, and returns what is then known about the send. */
  'sends.check': command(id, sendSummary),
  /**
   * Resolves when no call of the send is in progress. After a pause, some calls may still be in progress for a while,
   * but each of them ends.
   */
  'sends.settled': command(id, sendSummary),
  'sends.rest': command(rest, restPlan),
  /**
   * Sends the frozen message to the recipients of the rest, as a separate send. Refused with `nothing-left` if there are
   * none, and with `conflict` if there are more than the user has confirmed (`recipients`): more of them become known as
   * lost calls are looked up.
   */
  'sends.startRest': command(
    z.strictObject({
      ...rest.shape,
      recipients: z.number().int().min(1).optional(),
      undoSeconds: z.number().int().min(0).max(120),
    }),
    sendSummary,
  ),

  /**
   * Returns the recipients of the saved draft to whom Mailroom sent the same message at any time, or who received a
   * message whose subject reads the same to them in the last `hours` hours. Both Mailroom’s sends and the archive are
   * searched.
   */
  'sends.checkRepeats': command(
    z.strictObject({ draftId: z.uuid(), hours: z.number().min(1).max(8760) }),
    repeatedRecipients,
  ),

  /** Sends a test once, and never again automatically. `id` is the id of its outcome until the response arrives. */
  'sends.test': command(
    z.strictObject({ accountId, id: z.uuid(), message: testMessage }),
    z.strictObject({ sendId: z.string().nullable() }),
  ),
  /**
   * Sends a test of a draft. If `as` is a position, the test is what the recipient at that position would receive; if
   * it is null, placeholders stay as written. `id` is used as in `sends.test`.
   */
  'sends.testDraft': command(
    z.strictObject({
      id: z.uuid(),
      draftId: z.uuid(),
      to: z.array(address).min(1, 'Enter at least one recipient.').max(50, 'A test can have at most 50 recipients.'),
      as: z.number().int().min(0).nullable(),
    }),
    z.strictObject({ sendId: z.string().nullable() }),
  ),
  /** Returns the service’s current records of the test. An account that keeps its history stores them from then on. */
  'sends.findTest': command(
    z.strictObject({ accountId, sendId: z.uuid(), sentAt: z.number() }),
    z.array(z.strictObject({ id: z.string(), email: z.string(), lastState: z.string() })),
  ),

  /** Suggestions for the options that name something in the account. Any other value is accepted as well. */
  'sends.optionValues': command(
    account,
    z.strictObject({ ipPool: z.array(z.string()), blacklist: z.array(z.string()), template: z.array(z.string()) }),
  ),

  /**
   * Returns the request that would send the batch that contains the recipient at `index`. If the draft has no
   * recipients, the request names none. Keys are masked, and long contents are truncated.
   */
  'sends.request': command(
    z.strictObject({ draftId: z.uuid(), index: z.number().int().min(0) }),
    z.strictObject({ json: z.string(), curl: z.string() }),
  ),

  /**
   * Writes every recipient’s message as .eml, as a job. `folder` is a token from `files.chooseFolder`. The messages are
   * written to a new folder in it or, if the token is null, to a zip file.
   */
  'sends.dryRun': command(z.strictObject({ draftId: z.uuid(), folder: z.string().max(200).nullable() }), jobId),
  /**
   * Sends the draft to the local sandbox instead of the service, with the account’s settings, as a job. `sends.rehearsal`
   * then lists the emails. While a rehearsal of the draft is running, that job is returned instead.
   */
  'sends.rehearse': command(z.strictObject({ draftId: z.uuid() }), jobId),
  /**
   * Returns the job of the rehearsal in progress, and the last finished rehearsal, which has an id in the sandbox’s
   * outbox for each recipient.
   */
  'sends.rehearsal': command(
    z.strictObject({ draftId: z.uuid() }),
    z.strictObject({ jobId: z.string().nullable(), last: rehearsal.nullable() }),
  ),
}
