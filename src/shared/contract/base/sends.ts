import { z } from 'zod'

/**
 * A send is a draft that was confirmed, which froze its content, and is sent in batches. A `waiting` send has not reached
 * its start time, which is at the earliest the end of the undo window, and can still be taken back. An `interrupted` send
 * was running when Mailroom stopped, and continues only when the user resumes it. A `stopped` send was cancelled after some
 * but not all batches were sent.
 */
const sendStates = ['waiting', 'sending', 'paused', 'interrupted', 'sent', 'stopped', 'failed'] as const

/**
 * `unknown`: the response was lost, and the batch is never sent again automatically. `absent`: the response was also lost,
 * but a quarter of an hour later the service had no record of the batch, so nobody received it.
 */
const batchStates = ['waiting', 'sending', 'sent', 'refused', 'unknown', 'absent'] as const

export const sendBatch = z.strictObject({
  /** Marks the send’s records in the service (`mailroom_send`) and identifies it among the outcomes. */
  id: z.uuid(),
  first: z.number().int(),
  recipients: z.number().int(),
  state: z.enum(batchStates),
  startedAt: z.number().nullable(),
  /** Why the service refused the batch, or how its response was lost. */
  problem: z.string(),
})
export type SendBatch = z.infer<typeof sendBatch>

export const sendSummary = z.strictObject({
  id: z.uuid(),
  accountId: z.string(),
  subject: z.string(),
  /** The first few addresses. */
  to: z.array(z.string()),
  recipients: z.number().int(),
  state: z.enum(sendStates),
  /** When the send starts or started, in epoch milliseconds. */
  at: z.number(),
  /** Whether the user chose the time; false while only the undo window is open. */
  isScheduled: z.boolean(),
  createdAt: z.number(),
  /** The number of recipients by their batch’s state. */
  sent: z.number().int(),
  refused: z.number().int(),
  unknown: z.number().int(),
  absent: z.number().int(),
  /** Recipients in calls that were sent and have no result yet. A pause does not take such calls back. */
  underWay: z.number().int(),
  /** The send whose remaining recipients this one covers; null for an independent send. */
  restOf: z.uuid().nullable(),
  /** The current activity, or the reason why the send ended, as a sentence. */
  note: z.string(),
})
export type SendSummary = z.infer<typeof sendSummary>

/** A send’s recipient, with the message’s state according to the archive’s records. */
export const sendRecipient = z.strictObject({
  index: z.number().int(),
  address: z.string(),
  name: z.string(),
  batch: z.enum(batchStates),
  /** The last state of the recipient’s record; null while unknown. */
  state: z.string().nullable(),
  /** The message’s id in the archive; null if it is not in the archive. */
  messageId: z.string().nullable(),
})
export type SendRecipient = z.infer<typeof sendRecipient>

/** A draft’s last rehearsal: an entry for each recipient, in the draft’s order. */
export const rehearsal = z.strictObject({
  at: z.number(),
  mails: z.array(
    z.strictObject({
      address: z.string(),
      outboxId: z.string().nullable(),
      /** The email’s state; without an email, `refused`, or `absent` if the call was accepted. */
      state: z.string(),
      /** Why the email is in that state, as a sentence from the service or Mailroom; empty if no reason was given. */
      reason: z.string(),
    }),
  ),
})
