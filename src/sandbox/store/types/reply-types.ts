import type { ReplyKind, ReplyState } from '#shared/contract/base/sandbox/reply-kinds.ts'

/** The message states that can cause a reply. */
export type ReplyStep = 'delivered' | 'deferred' | 'softbounced' | 'hardbounced'

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
