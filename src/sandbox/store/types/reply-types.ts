export const replyKinds = ['out-of-office', 'report', 'unsubscribe', 'reply'] as const
export type ReplyKind = (typeof replyKinds)[number]

/** The message states that can cause a reply. */
export type ReplyStep = 'delivered' | 'deferred' | 'softbounced' | 'hardbounced'

/** `skipped`: the reply had no recipient, or would have started a loop. */
export type ReplyState = 'planned' | 'sent' | 'failed' | 'skipped'

/** A reply caused by a message’s step. */
export type NewReply = { kind: ReplyKind; due: number }

/** A message’s step that may cause replies. */
export type RepliedStep = { message: number; email: string; step: ReplyStep; date: number; diagnostic: string | null }

export type PlannedReply = Omit<RepliedStep, 'date' | 'email'> & {
  n: number
  /** The message’s public id. */
  code: string
  kind: ReplyKind
  /** The time for which the reply was planned. */
  at: number
}

/** The outcome of a reply. */
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
  /** When the reply is sent or retried next. */
  due: number | null
  tries: number
  from: string | null
  to: string | null
  subject: string | null
  sentAt: number | null
  reason: string | null
}
