/** The events that a webhook can report, in the order of a message’s life. */
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

/** Two pages of the documentation list `all`, and `bounced` instead of the two kinds of bounce. */
const groups = new Map<string, readonly WebhookEvent[]>([
  ['all', webhookEvents],
  ['bounced', ['softbounced', 'hardbounced']],
])

const knownNames: ReadonlySet<string> = new Set(webhookEvents)

export function isKnownEvent(name: string): name is WebhookEvent {
  return knownNames.has(name)
}

/** Returns the events that the names represent, without duplicates. Known events come first, in their usual order. */
export function expandEvents(names: readonly string[]): string[] {
  const chosen = new Set(names.flatMap((name): readonly string[] => groups.get(name) ?? [name]))
  return [...webhookEvents.filter((event) => chosen.has(event)), ...[...chosen].filter((name) => !isKnownEvent(name))]
}
