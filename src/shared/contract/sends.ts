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
 * Recipients of a send who certainly did not get it: their call was `refused`, is `absent` from the records of the service, or was
 * still `waiting` when the send was cancelled.
 */
const restGroup = z.enum(['waiting', 'refused', 'absent'])
export type RestGroup = z.infer<typeof restGroup>

/** The recipients who would get the rest of a send, and those who would not. */
const restPlan = z.strictObject({
  recipients: count,
  /** All recipients of each group, before any are left out. */
  groups: z.record(restGroup, count),
  /** The recipients of each group who would get the rest. */
  left: z.record(restGroup, count),
  /** Those who must no longer be written to, each counted once. */
  leftOut: z.strictObject({ bounced: count, complained: count, unsubscribed: count, erased: count }),
  /** Those who already have the message, from this send or a rest of it. */
  sent: count,
  /** Those who may have the message. They are left out. */
  unknown: count,
  /** Those whose send or rest has not ended yet. */
  open: count,
  /** Addresses in cc and bcc, if they are left out because they have a copy already. */
  copies: count,
  /** False if the sends of the account carry no mark, so that unknown outcomes stay unknown. */
  isMarked: z.boolean(),
  /** Whether Mailroom still looks for unknown calls automatically, as it does for a day. */
  isWatched: z.boolean(),
  rests: z.array(sendSummary),
})
export type RestPlan = z.infer<typeof restPlan>

/** The sort key of the recipients of a send: their number in it, what was written, or the state in its usual order. */
const recipientSort = z.strictObject({
  field: z.enum(['number', 'address', 'name', 'state']),
  descending: z.boolean(),
})
export type RecipientSort = z.infer<typeof recipientSort>

const rest = z.strictObject({ id: z.uuid(), only: restGroup.nullable() })

/** The few fields of a first message; input that the service would refuse is refused here, at its field. */
const testMessage = z.strictObject({
  to: z.array(address).min(1, 'Enter at least one recipient.').max(50, 'A test has at most 50 recipients.'),
  from: address,
  subject: z
    .string()
    .trim()
    .max(500, 'A subject can have at most 500 characters here.')
    .regex(/^[^\p{Cc}]*$/u, 'A subject must be on one line.'),
  text: z.string().max(100_000, 'The text can have at most 100,000 characters here.'),
})

/** Recipients who got an earlier message that is about to be sent to them, each in one group, newest group first. */
const repeatedRecipients = z.array(
  z.strictObject({
    /** `message`: exactly the same mail, at any time; `subject`: another one with the subject that they would read. */
    kind: z.enum(['message', 'subject']),
    /** `unknown`: the response to its call was lost; `open`: it is about to be sent. */
    state: z.enum(['sent', 'unknown', 'open']),
    /** The send in Mailroom that they are part of; null if only the archive has a record. */
    sendId: z.uuid().nullable(),
    /** When the last of them was or will be sent. */
    at: z.number(),
    /** In lower case. */
    addresses: z.array(z.string()),
  }),
)

export const sends = {
  /** The draft becomes a send, which starts at `at`, or after the undo window if it is null. */
  'sends.start': command(
    z.strictObject({ draftId: z.uuid(), at: z.number().nullable(), undoSeconds: z.number().int().min(0).max(120) }),
    sendSummary,
  ),
  'sends.list': command(account, z.array(sendSummary)),
  'sends.get': command(
    id,
    z.strictObject({ summary: sendSummary, content: draftContent, batches: z.array(sendBatch) }),
  ),
  /** The recipients in order, with the records of the archive. */
  'sends.recipients': command(
    z.strictObject({
      id: z.uuid(),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
      /** Only recipients in this state, by its name in `sendCounts`. */
      state: z.string().max(100).optional(),
      /** Equal recipients stay in the order of the send, as all do without a sort. */
      sort: recipientSort.optional(),
    }),
    z.strictObject({ recipients: z.array(sendRecipient), total: z.number().int() }),
  ),
  /**
   * Recipients by the last state of their records; those without a record by the state of their call, as `call:refused`.
   */
  'sends.counts': command(id, z.record(z.string(), z.number().int())),
  'sends.pause': command(id, z.void()),
  'sends.resume': command(id, z.void()),
  /** Before its time, the send becomes a draft again, whose id is returned; later, the remaining batches are not sent. */
  'sends.cancel': command(id, z.strictObject({ draftId: z.uuid().nullable() })),
  /** Moves a waiting send to another time; null sends it now. */
  'sends.move': command(z.strictObject({ id: z.uuid(), at: z.number().nullable() }), sendSummary),
  /** Removes an ended send from the history. */
  'sends.remove': command(id, z.void()),
  /** Makes a new draft with everything of an earlier send; `again` keeps its recipients too. */
  'sends.makeDraft': command(z.strictObject({ id: z.uuid(), again: z.boolean() }), draft),
  'sends.image': command(z.strictObject({ id: z.uuid(), part: z.uuid() }), shownImage),

  /** Refuses as `start` would, but sends nothing. */
  'sends.verify': command(z.strictObject({ draftId: z.uuid() }), z.void()),
  /** Looks at the service for every call whose response was lost, and returns what is then known about the send. */
  'sends.check': command(id, sendSummary),
  /** Resolves when none of its calls is under way: some may still be after a pause, and each of them ends somehow. */
  'sends.settled': command(id, sendSummary),
  'sends.rest': command(rest, restPlan),
  /** Sends the frozen message to them, as a separate send. Refused as `nothing-left` if there are none. */
  'sends.startRest': command(
    z.strictObject({ ...rest.shape, undoSeconds: z.number().int().min(0).max(120) }),
    sendSummary,
  ),

  /**
   * All recipients of the draft, as it was saved, who got the same message at any time in a send of Mailroom, or one with
   * the subject that they would read within the hours, according to those sends and the archive.
   */
  'sends.checkRepeats': command(
    z.strictObject({ draftId: z.uuid(), hours: z.number().min(1).max(8760) }),
    repeatedRecipients,
  ),

  /** Sent once and never again automatically; `id` identifies it among the outcomes until its response arrives. */
  'sends.test': command(
    z.strictObject({ accountId, id: z.uuid(), message: testMessage }),
    z.strictObject({ sendId: z.string().nullable() }),
  ),
  /** A test of a draft, as the recipient `as` would get it (null: without values). `id` as in sendTest. */
  'sends.testDraft': command(
    z.strictObject({
      id: z.uuid(),
      draftId: z.uuid(),
      to: z.array(address).min(1, 'Enter at least one recipient.').max(50, 'A test has at most 50 recipients.'),
      as: z.number().int().min(0).nullable(),
    }),
    z.strictObject({ sendId: z.string().nullable() }),
  ),
  /** The service's current records of the test; an account that keeps its history stores them from then on. */
  'sends.findTest': command(
    z.strictObject({ accountId, sendId: z.uuid(), sentAt: z.number() }),
    z.array(z.strictObject({ id: z.string(), email: z.string(), lastState: z.string() })),
  ),

  /** Values for the options that refer to something in the account: each accepts any other text too. */
  'sends.optionValues': command(
    account,
    z.strictObject({ ipPool: z.array(z.string()), blacklist: z.array(z.string()), template: z.array(z.string()) }),
  ),

  /** The request for the batch with this recipient (0 without recipients), keys masked. Large contents are shortened. */
  'sends.request': command(
    z.strictObject({ draftId: z.uuid(), index: z.number().int().min(0) }),
    z.strictObject({ json: z.string(), curl: z.string() }),
  ),

  /**
   * Writes every recipient's message as .eml: a job. Its result is a new folder in the chosen one, given by the token of
   * `files.chooseFolder`, or one zip file if that is null.
   */
  'sends.dryRun': command(z.strictObject({ draftId: z.uuid(), folder: z.string().max(200).nullable() }), jobId),
  /**
   * Sends the draft to the local sandbox instead, with the settings of the account: a job. Then `rehearsal` lists the
   * mails.
   */
  'sends.rehearse': command(z.strictObject({ draftId: z.uuid() }), jobId),
  /** Ids of the sandbox's outbox, one for each recipient of the last rehearsal; null before one has ended. */
  'sends.rehearsal': command(z.strictObject({ draftId: z.uuid() }), rehearsal.nullable()),
}
