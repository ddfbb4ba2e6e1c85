import { z } from 'zod'

/**
 * A send is a draft whose content was frozen when the user confirmed it. It is sent in batches. `waiting`: it has not
 * started yet, because the undo window or the scheduled time lies ahead, and it can still be taken back. `interrupted`:
 * it was running when Mailroom stopped, and continues only if the user resumes it. `stopped`: it was cancelled after
 * some batches had been sent, but not all.
 */
const sendStates = ['waiting', 'sending', 'paused', 'interrupted', 'sent', 'stopped', 'failed'] as const

/**
 * `unknown`: the response was lost. The batch is never sent again automatically. `absent`: the response was lost, and a
 * quarter of an hour later the service still had no record of the batch, so nobody received it.
 */
const batchStates = ['waiting', 'sending', 'sent', 'refused', 'unknown', 'absent'] as const

export const sendBatch = z.strictObject({
  /** Marks the batch’s records in the service (`mailroom_send`) and identifies the batch among the outcomes. */
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
  /** The addresses of the first few recipients. */
  to: z.array(z.string()),
  recipients: z.number().int(),
  state: z.enum(sendStates),
  /** When the send starts or started, in epoch milliseconds. */
  at: z.number(),
  /** Whether the user chose the time. If false, it is only the end of the undo window. */
  isScheduled: z.boolean(),
  createdAt: z.number(),
  /** The number of recipients by their batch’s state. */
  sent: z.number().int(),
  refused: z.number().int(),
  unknown: z.number().int(),
  absent: z.number().int(),
  /** Recipients whose call is in progress. Pausing can’t stop it. */
  underWay: z.number().int(),
  /** The send whose unreached recipients this one covers; null if there is none. */
  restOf: z.uuid().nullable(),
  /** A sentence that describes the current activity, or says why the send ended. */
  note: z.string(),
})
export type SendSummary = z.infer<typeof sendSummary>

/** A recipient of a send, with the state of their message in the archive. */
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

/** The last rehearsal of a draft, with one entry per recipient in the same order. */
export const rehearsal = z.strictObject({
  /** When its messages were made: later changes of the draft are not in them. */
  at: z.number(),
  mails: z.array(
    z.strictObject({
      address: z.string(),
      outboxId: z.string().nullable(),
      /** The email’s state. If there is no email, this is `absent` if the call was accepted, and `refused` if not. */
      state: z.string(),
      /**
       * A sentence from the service or Mailroom that says why the email is in this state. Empty if no reason was given.
       */
      reason: z.string(),
    }),
  ),
})
