const labels: Record<string, string> = { bounces: 'Bounces', complaints: 'Complaints', unsubscribers: 'Unsubscribers' }

/** An unknown list is shown under the name that the service gives it. */
export function blacklistLabel(type: string): string {
  return labels[type] ?? type
}
