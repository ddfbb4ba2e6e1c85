export const replyKinds = ['out-of-office', 'report', 'unsubscribe', 'reply'] as const
export type ReplyKind = (typeof replyKinds)[number]

/** The states of a message that replies follow. */
export type ReplyStep = 'delivered' | 'deferred' | 'softbounced' | 'hardbounced'

/** `skipped`: there was nobody to send it to, or a reply would have begun a loop. */
export type ReplyState = 'planned' | 'sent' | 'failed' | 'skipped'

/** A reply that follows a step of a message. */
export type NewReply = { kind: ReplyKind; due: number }

/** The step of a message that replies may follow. */
export type RepliedStep = { message: number; email: string; step: ReplyStep; date: number; diagnostic: string | null }

export type PlannedReply = Omit<RepliedStep, 'date' | 'email'> & {
  n: number
  /** The message’s public id. */
  code: string
  kind: ReplyKind
  /** When it was planned for. */
  at: number
}

/** How a reply ended. */
export type EndedReply = {
  state: Exclude<ReplyState, 'planned'>
  sender?: string
  recipient?: string
  subject?: string
  reason: string | null
}

export type LoggedReply = {
  n: number
  message: string
  kind: ReplyKind
  state: ReplyState
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
