import type { Counters, Grouped } from '../../../contract/statistics.ts'
import { restOf, sumOf } from '../counters.ts'
import { readProviders, type MailboxProvider } from './mailbox-provider-table.ts'

type DomainCounters = Grouped['values'][number]

export type ProviderCounters = Counters & {
  /** Null for all domains that belong to none. */
  readonly provider: MailboxProvider | null
  /** In the order in which they came. */
  readonly domains: DomainCounters[]
}

const providers = readProviders()

/** By the domain itself: `news.gmail.com` would be somebody's newsletter. */
export function providerOf(domain: string): MailboxProvider | null {
  const name = domain.trim().toLowerCase()
  return providers.get(name.endsWith('.') ? name.slice(0, -1) : name) ?? null
}

/**
 * The largest provider first, and the domains of none of them last. Where more domains were counted than are listed, the
 * whole makes up for the others: they are counted with the domains of no provider.
 */
export function byProvider({ values, more }: Grouped, whole?: Counters): ProviderCounters[] {
  const groups = new Map<MailboxProvider | null, DomainCounters[]>()
  for (const line of values) {
    const provider = providerOf(line.value)
    const group = groups.get(provider)
    if (group) group.push(line)
    else groups.set(provider, [line])
  }
  const rest = more > 0 && whole ? restOf(whole, values) : undefined
  if (rest && !groups.has(null)) groups.set(null, [])
  return [...groups]
    .map(([provider, domains]) => {
      const counted = provider === null && rest ? [...domains, rest] : domains
      return { provider, domains, ...sumOf(counted) }
    })
    .sort((a, b) => Number(a.provider === null) - Number(b.provider === null) || b.messages - a.messages)
}

/** A provider that reports no complaints has none to count: its zero is no figure. Should one be counted, it is shown. */
export function hasComplaintData(provider: MailboxProvider | null, { states }: Counters): boolean {
  return (provider?.reportsComplaints ?? true) || (states['complaint'] ?? 0) > 0
}
