import table from '#data/mailbox-providers.json' with { type: 'json' }

export type MailboxProvider = {
  readonly id: string
  readonly name: string
  /**
   * Whether the provider tells senders which messages were marked as spam. If it doesn’t, zero complaints mean nothing.
   * Some providers have no feedback loop, and others report only a rate.
   */
  readonly reportsComplaints: boolean
}

/**
 * Reads the public mailbox providers with their domains, which are listed by hand. `yahoo.co.jp` is not listed with
 * `yahoo.com`, because a different company runs it. Domains of companies that rent mailboxes from a provider are not
 * listed either.
 */
export function readProviders(): ReadonlyMap<string, MailboxProvider> {
  const found = new Map<string, MailboxProvider>()
  for (const { domains, ...provider } of table) {
    for (const domain of domains.split(' ')) found.set(domain, provider)
  }
  return found
}
