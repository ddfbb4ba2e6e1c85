import {
  expandEvents,
  isKnownEvent,
  webhookEvents,
  type WebhookEvent,
} from '#shared/contract/base/webhooks/webhook-events.ts'
import type { Webhook } from '#shared/contract/webhooks.ts'

/** The fields of a webhook that the user can change. */
export type WebhookForm = {
  readonly url: string
  readonly description: string
  readonly events: readonly WebhookEvent[]
}

/** The form of a webhook; without one, the form of a new webhook. */
export function formOf(webhook: Webhook | null): WebhookForm {
  if (webhook === null) return { url: '', description: '', events: webhookEvents }
  const { url, description, events } = webhook
  return { url, description, events: expandEvents(events).filter(isKnownEvent) }
}

/** Events that the user can’t choose, and that are lost when the events are changed. */
export function unknownEvents({ events }: Webhook): string[] {
  return expandEvents(events).filter((name) => !isKnownEvent(name))
}

export function isSameChoice(one: readonly WebhookEvent[], other: readonly WebhookEvent[]): boolean {
  return one.length === other.length && one.every((event) => other.includes(event))
}

/** Only the user’s changes: the service gets each part in a separate call. */
export function changeOf(before: WebhookForm, { url, description, events }: WebhookForm) {
  return {
    ...(url.trim() !== before.url && { url }),
    ...(description.trim() !== before.description && { description }),
    ...(!isSameChoice(before.events, events) && { events: [...events] }),
  }
}
