/**
 * The ways in which webhook calls can misbehave. `slow`: the body arrives slowly; `failed`: the receiver gets the call,
 * but the response counts as status 500, so that the call is repeated later; `refused`: the call is not made, as if the
 * connection were refused; `twice`: each call is made twice; `shuffled`: the events of each message arrive in reverse
 * order.
 */
export const webhookFaults = ['slow', 'failed', 'refused', 'twice', 'shuffled'] as const
export type WebhookFault = (typeof webhookFaults)[number]
