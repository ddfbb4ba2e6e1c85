const labels: Record<string, string> = { bounces: 'Bounces', complaints: 'Complaints', unsubscribers: 'Unsubscribers' }

/** A list of another name is shown as the service calls it. */
export function blacklistLabel(type: string): string {
  return labels[type] ?? type
}
