import type { WebhookFault } from '#shared/contract/base/sandbox/webhook-faults.ts'
import type { WebhookEvent } from '#shared/contract/base/webhooks/webhook-events.ts'
import type { JsonObject, UserAgent } from './message-types.ts'

export type StoredWebhook = {
  id: string
  url: string
  description: string
  events: WebhookEvent[]
  /** How many calls have succeeded, and how many have failed. */
  success: number
  errors: number
  lastCall: number | null
  createdAt: number
  updatedAt: number
  /** Whether calls are suspended until the next update, because one of them failed too often. */
  isStopped?: boolean
  /** Whether the body is percent-encoded. */
  isEncoded?: boolean
  fault?: WebhookFault | null
}
export type WebhookInput = Pick<StoredWebhook, 'url' | 'description' | 'events'>

/** A stored message event. The payload is built from the event when the webhook is called. */
export type StoredEvent = {
  event: WebhookEvent
  /** The message’s row number. */
  message: number
  date: number
  agent: number | null
  ip: string | null
  url: string | null
  reason: string | null
}

/** The reason for a call: an event, or an example that is made with an API key of this id. */
export type CallSubject = StoredEvent | { event: WebhookEvent; date: number; exampleKey: string }

/** Everything that a call reports about an event. */
export type ReportedEvent = Pick<StoredEvent, 'event' | 'date' | 'reason' | 'url'> & {
  messageId: string
  apiKey: string
  from: string
  email: string
  subject: string
  size: number
  tags: string[]
  meta: JsonObject | null
  /** The name of the custom blacklist chosen for the send; null if none was chosen. */
  list: string | null
  userAgent: UserAgent | null
}

/** A webhook’s log entry. */
export type StoredCall = {
  recipient: string
  subject: string
  event: WebhookEvent
  eventDate: number
  calledAt: number
  /** A sentence that says why the call failed; null if it succeeded. */
  error: string | null
  /** Missing in entries that version 3 of the tables stored. */
  about?: CallSubject
}
