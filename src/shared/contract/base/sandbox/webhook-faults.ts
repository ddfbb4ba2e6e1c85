/**
 * How calls misbehave on request: the body arrives slowly; the receiver gets the call, but its response counts as 500, so that
 * the call is made again later; the call is not made, as if its connection were refused; each call is made twice; the events of
 * each message arrive in reverse order.
 */
export const webhookFaults = ['slow', 'failed', 'refused', 'twice', 'shuffled'] as const
export type WebhookFault = (typeof webhookFaults)[number]
