import { z } from 'zod'
import { replyKinds, replyStates } from './reply-kinds.ts'

/** The sandbox itself checks the rules, as it does for programs. */
export const replyRule = z.strictObject({
  /** An address, `*@example.com` or `*`. */
  to: z.string().max(320),
  kind: z.enum(replyKinds),
  /** Milliseconds on the sandbox’s clock after the delivery or the bounce. */
  after: z.number().int().min(0).optional(),
  probability: z.number().min(0).max(1).optional(),
})
export type ReplyRule = z.infer<typeof replyRule>

const loggedReply = z.strictObject({
  n: z.number().int(),
  /** The id of the message that caused the reply. */
  message: z.string(),
  /** The recipient of that message. */
  email: z.string(),
  kind: z.enum(replyKinds),
  state: z.enum(replyStates),
  at: z.number(),
  /** When the reply will be sent or tried again; null if it won’t be. */
  due: z.number().nullable(),
  tries: z.number().int(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  subject: z.string().nullable(),
  sentAt: z.number().nullable(),
  reason: z.string().nullable(),
})
export type LoggedReply = z.infer<typeof loggedReply>

export const shownReplies = z.strictObject({
  /** `HOST:PORT` of the mail server that gets the replies; null if there is none. */
  receiver: z.string().nullable(),
  rules: z.array(replyRule),
  waiting: z.number().int(),
  /** Newest first. */
  replies: z.array(loggedReply),
})
export type ShownReplies = z.infer<typeof shownReplies>
