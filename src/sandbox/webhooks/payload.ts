import type { CallSubject, ReportedEvent, Store, StoredWebhook } from '../store/index.ts'

const exampleEvent = {
  messageId: '000000000000000000000000',
  from: 'sender@example.com',
  email: 'recipient@example.com',
  subject: 'Example of a webhook call',
  size: 1024,
  tags: ['example'],
  meta: null,
}

export type Payload = { eventType: string; recipient: string; subject: string }

/** Creates a call’s body. The format is undocumented, so every field name here is an assumption. */
export function payloadOf(store: Store, about: CallSubject): Payload {
  if ('message' in about) {
    const report = store.plannedCalls.report(about)
    return { ...commonFields(report), ...ownFields(report) }
  }
  const { event, date, exampleKey: apiKey } = about
  const example = { ...commonFields({ ...exampleEvent, event, date, apiKey }), test: true }
  return example
}

/** Percent-encodes the body if the webhook is set up for that, because the service’s sample receiver decodes it. */
export function encodePayload(payload: Payload, { isEncoded }: Pick<StoredWebhook, 'isEncoded'>): string {
  const text = JSON.stringify(payload)
  return isEncoded === true ? encodeURIComponent(text) : text
}

type CommonFields = Omit<ReportedEvent, 'reason' | 'url' | 'list' | 'userAgent'>

function commonFields({ event, date, messageId, apiKey, from, email, subject, size, tags, meta }: CommonFields) {
  return {
    eventType: event,
    eventDate: Math.floor(date / 1000),
    recipient: email,
    subject,
    messageId,
    apiKey,
    msg: { from, email, subject, size },
    tags: tags.length === 0 ? null : tags,
    meta,
  }
}

function ownFields({ event, reason, url, list, userAgent }: ReportedEvent): object {
  switch (event) {
    case 'delivered':
      return {}
    case 'rejected':
    case 'error':
    case 'softbounced':
    case 'hardbounced':
      return { reason }
    case 'opened':
      return { userAgent }
    case 'clicked':
      return { userAgent, url }
    case 'unsubscribed':
      return { userAgent, listName: list }
    case 'complaint':
      return { listName: list }
  }
}
