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

/** Without a webhook, the form of a new one. */
export function formOf(webhook: Webhook | null): WebhookForm {
  if (webhook === null) return { url: '', description: '', events: webhookEvents }
  const { url, description, events } = webhook
  return { url, description, events: expandEvents(events).filter(isKnownEvent) }
}

/** They cannot be chosen, so they are lost when the events are changed. */
export function unknownEvents({ events }: Webhook): string[] {
  return expandEvents(events).filter((name) => !isKnownEvent(name))
}

export function isSameChoice(one: readonly WebhookEvent[], other: readonly WebhookEvent[]): boolean {
  return one.length === other.length && one.every((event) => other.includes(event))
}

/** Only what the user changed: the service gets each part in a call of its own. */
export function changeOf(before: WebhookForm, { url, description, events }: WebhookForm) {
  return {
    ...(url.trim() !== before.url && { url }),
    ...(description.trim() !== before.description && { description }),
    ...(!isSameChoice(before.events, events) && { events: [...events] }),
  }
}
