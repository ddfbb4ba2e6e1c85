import {
  expandEvents,
  isKnownEvent,
  webhookEvents,
  type WebhookEvent,
} from '#shared/contract/base/webhooks/webhook-events.ts'
import type { Webhook } from '#shared/contract/webhooks.ts'

export type WebhookForm = {
  readonly url: string
  readonly description: string
  readonly events: readonly WebhookEvent[]
}

/** Returns the form for a webhook; for null, the form for a new webhook. */
export function formOf(webhook: Webhook | null): WebhookForm {
  if (webhook === null) return { url: '', description: '', events: webhookEvents }
  const { url, description, events } = webhook
  return { url, description, events: expandEvents(events).filter(isKnownEvent) }
}

/** Events that the user can’t select, and that are lost when the selection changes. */
export function unknownEvents({ events }: Webhook): string[] {
  return expandEvents(events).filter((name) => !isKnownEvent(name))
}

export function isSameChoice(one: readonly WebhookEvent[], other: readonly WebhookEvent[]): boolean {
  return one.length === other.length && one.every((event) => other.includes(event))
}

/** Returns only the user’s changes, because each part is sent to the service in a separate call. */
export function changeOf(before: WebhookForm, { url, description, events }: WebhookForm) {
  return {
    ...(url.trim() !== before.url && { url }),
    ...(description.trim() !== before.description && { description }),
    ...(!isSameChoice(before.events, events) && { events: [...events] }),
  }
}
