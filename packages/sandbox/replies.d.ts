export type ReplyKind = 'out-of-office' | 'report' | 'unsubscribe' | 'reply'

export type ReplyRule = {
  /** An address, `*@example.com` or `*`. */
  to: string
  kind: ReplyKind
  /** Milliseconds of the sandbox’s clock after the delivery or the bounce. */
  after?: number | undefined
  /** From 0 to 1, which is the default. */
  probability?: number | undefined
}

export type LoggedReply = {
  n: number
  /** The id of the message that it replies to. */
  message: string
  /** The recipient of that message. */
  email: string
  kind: ReplyKind
  /** `skipped`: there was nobody to send it to, or a reply would have begun a loop. */
  state: 'planned' | 'sent' | 'failed' | 'skipped'
  at: number
  /** When it is sent, or tried again. */
  due: number | null
  tries: number
  from: string | null
  to: string | null
  subject: string | null
  sentAt: number | null
  reason: string | null
}

export type Replies = {
  receiver: string | null
  rules: ReplyRule[]
  /** How many have not ended. */
  waiting: number
  /** Newest first. */
  replies: LoggedReply[]
}
