export type ReplyKind = 'out-of-office' | 'report' | 'unsubscribe' | 'reply'

export type ReplyRule = {
  /** An address, `*@example.com` or `*`. */
  to: string
  kind: ReplyKind
  /** Milliseconds of the sandbox’s clock after the delivery or the bounce. */
  after?: number | undefined
  /** From 0 to 1; 1 by default. */
  probability?: number | undefined
}

export type LoggedReply = {
  n: number
  /** The id of the message that was replied to. */
  message: string
  /** The recipient of that message. */
  email: string
  kind: ReplyKind
  /** `skipped`: the reply had no recipient, or would have started a loop. */
  state: 'planned' | 'sent' | 'failed' | 'skipped'
  at: number
  /** When the reply will be sent or retried. */
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
  /** The number of replies that are still pending. */
  waiting: number
  /** Newest first. */
  replies: LoggedReply[]
}
