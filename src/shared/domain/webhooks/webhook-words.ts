import {
  expandEvents,
  isKnownEvent,
  webhookEvents,
  type WebhookEvent,
} from '#shared/contract/base/webhooks/webhook-events.ts'
import type { Webhook } from '#shared/contract/webhooks.ts'
import { visible } from '#shared/text/visible.ts'

/** Every platform has a URL parser, but no platform’s types are known here. */
declare const URL: { parse(text: string): { readonly host: string } | null }

const eventTexts: Readonly<Record<WebhookEvent, string>> = {
  delivered: 'Delivered',
  rejected: 'Rejected',
  error: 'Error',
  softbounced: 'Soft bounce',
  hardbounced: 'Hard bounce',
  opened: 'Opened',
  clicked: 'Clicked',
  unsubscribed: 'Unsubscribed',
  complaint: 'Complaint',
}

export const eventOptions = webhookEvents.map((value) => ({ value, label: eventTexts[value] }))

/** An event unknown to Mailroom is shown as the service writes it. */
export function eventText(name: string): string {
  return isKnownEvent(name) ? eventTexts[name] : visible(name)
}

export function eventsText(events: readonly string[]): string {
  const names = expandEvents(events)
  const isAll = webhookEvents.every((event) => names.includes(event))
  return (isAll ? ['All events', ...names.slice(webhookEvents.length).map(eventText)] : names.map(eventText)).join(', ')
}

/** Returns a webhook’s displayed name: its description, or its host if it has none. */
export function nameOfWebhook({ description, url }: Pick<Webhook, 'description' | 'url'>): string {
  if (description.trim() !== '') return visible(description)
  return visible(URL.parse(url)?.host ?? url)
}
