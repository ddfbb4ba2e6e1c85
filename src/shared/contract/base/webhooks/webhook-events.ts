/** The events that a webhook can be called for, in the order of a message's life. */
export const webhookEvents = [
  'delivered',
  'rejected',
  'error',
  'softbounced',
  'hardbounced',
  'opened',
  'clicked',
  'unsubscribed',
  'complaint',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]
