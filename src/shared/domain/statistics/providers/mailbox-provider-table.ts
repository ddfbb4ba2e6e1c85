import table from '#data/mailbox-providers.json' with { type: 'json' }

export type MailboxProvider = {
  readonly id: string
  readonly name: string
  /**
   * Whether the provider reports to senders which messages were marked as spam. Without that, zero complaints mean nothing.
   * Those that report none have no feedback loop, or one that gives a rate but no message.
   */
  readonly reportsComplaints: boolean
}

/**
 * Providers of mailboxes for the public, with their domains, written by hand. Only domains that one provider runs: `yahoo.co.jp` is
 * another company than `yahoo.com`, and a company that rents mailboxes keeps its own domain.
 */
export function readProviders(): ReadonlyMap<string, MailboxProvider> {
  const found = new Map<string, MailboxProvider>()
  for (const { domains, ...provider } of table) {
    for (const domain of domains.split(' ')) found.set(domain, provider)
  }
  return found
}
