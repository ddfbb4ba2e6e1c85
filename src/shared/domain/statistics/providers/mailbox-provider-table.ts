import table from '#data/mailbox-providers.json' with { type: 'json' }

export type MailboxProvider = {
  readonly id: string
  readonly name: string
  /**
   * Whether the provider reports to senders which messages were marked as spam. Without such reports, zero complaints mean
   * nothing. Providers that report none have no feedback loop, or one that returns a rate but no messages.
   */
  readonly reportsComplaints: boolean
}

/**
 * Public mailbox providers with their domains, written by hand. `yahoo.co.jp` is not listed with `yahoo.com`, because a
 * different company runs it; nor are the domains of companies that rent mailboxes from a provider.
 */
export function readProviders(): ReadonlyMap<string, MailboxProvider> {
  const found = new Map<string, MailboxProvider>()
  for (const { domains, ...provider } of table) {
    for (const domain of domains.split(' ')) found.set(domain, provider)
  }
  return found
}
