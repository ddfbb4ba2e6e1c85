const labels: Record<string, string> = { bounces: 'Bounces', complaints: 'Complaints', unsubscribers: 'Unsubscribers' }

/** An unknown list is shown under the name that the service gives it. */
export function blacklistLabel(type: string): string {
  return labels[type] ?? type
}

const states: Record<string, string> = {
  bounces: 'hardbounced',
  complaints: 'complaint',
  unsubscribers: 'unsubscribed',
}

/** The state of the message that put an address on the list; null for a list that no message puts addresses on. */
export function causingState(type: string): string | null {
  return states[type] ?? null
}
