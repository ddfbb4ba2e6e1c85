export const replyKinds = ['out-of-office', 'report', 'unsubscribe', 'reply'] as const
export type ReplyKind = (typeof replyKinds)[number]

export const replyStates = ['planned', 'sent', 'failed', 'skipped'] as const
/** `skipped`: the reply had no recipient, or would have started a loop. */
export type ReplyState = (typeof replyStates)[number]

export const mostReplyRules = 100
