import type { WebhookEvent } from '#shared/contract/base/webhooks/webhook-events.ts'

type EventMessage = {
  readonly messageId: string
  readonly apiKey: string
  readonly from: string
  readonly email: string
  readonly subject: string
  readonly size: number
  readonly tags: readonly string[] | null
  readonly meta: object | null
}

type MessageEvent = {
  readonly event: WebhookEvent
  /** Epoch milliseconds. */
  readonly date: number
  readonly message: EventMessage
  /** Event-specific fields: `reason`, `url`, `userAgent`, `listName`, `test`. */
  readonly more: Readonly<Record<string, unknown>>
}

/** A call’s body. No source describes it: every name here is an assumption. */
function webhookPayload({ event, date, message, more }: MessageEvent): object {
  const { messageId, apiKey, from, email, subject, size, tags, meta } = message
  return {
    eventType: event,
    eventDate: Math.floor(date / 1000),
    recipient: email,
    subject,
    messageId,
    apiKey,
    msg: { from, email, subject, size },
    tags,
    meta,
    ...more,
  }
}

/** For the call before a webhook is saved, and for its test. */
export function examplePayload(event: WebhookEvent, apiKey: string, date: number): object {
  const message = {
    messageId: '000000000000000000000000',
    apiKey,
    from: 'sender@example.com',
    email: exampleRecipient,
    subject: exampleSubject,
    size: 1024,
    tags: ['example'],
    meta: null,
  }
  return webhookPayload({ event, date, message, more: { test: true } })
}

export const exampleRecipient = 'recipient@example.com'
export const exampleSubject = 'Example of a webhook call'
