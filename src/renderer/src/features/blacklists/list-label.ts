const labels: Record<string, string> = { bounces: 'Bounces', complaints: 'Complaints', unsubscribers: 'Unsubscribers' }

/** An unknown list keeps the name that the service gives it. */
export function blacklistLabel(type: string): string {
  return labels[type] ?? type
}

const states: Record<string, string> = {
  bounces: 'hardbounced',
  complaints: 'complaint',
  unsubscribers: 'unsubscribed',
}

/** Returns the message state that puts an address on the list; null if no message state does. */
export function causingState(type: string): string | null {
  return states[type] ?? null
}
