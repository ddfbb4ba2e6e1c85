import type { Counters, Grouped } from '../../../contract/statistics.ts'
import { finished } from '../../base/finished.ts'
import { addCounters, noCounters, restOf, sumOf } from '../counters.ts'
import { readProviders, type MailboxProvider } from './mailbox-provider-table.ts'

type DomainCounters = Grouped['values'][number]

export type ProviderCounters = Counters & {
  /** Null for all domains without a provider. */
  readonly provider: MailboxProvider | null
  /** In their original order. */
  readonly domains: DomainCounters[]
}

/** Processing this many domains takes about a millisecond. */
const domainsAtATime = 1000

const providers = readProviders()

/** Subdomains don’t count: `news.gmail.com` would be somebody’s newsletter. */
export function providerOf(domain: string): MailboxProvider | null {
  const name = domain.trim().toLowerCase()
  return providers.get(name.endsWith('.') ? name.slice(0, -1) : name) ?? null
}

/**
 * Groups the domains by provider, with the largest provider first and the domains without a provider last. If more
 * domains were counted than listed, the counts of the others are added to the last group.
 */
export function byProvider({ values, more }: Grouped, whole?: Counters): ProviderCounters[] {
  return withRest(finished(groupedByProvider(values)), more, whole)
}

/** Groups the listed domains by provider, in any order. Yields regularly, because there may be 50,000 domains. */
export function* groupedByProvider(values: Grouped['values']): Generator<void, ProviderCounters[]> {
  const groups = new Map<MailboxProvider | null, ProviderCounters>()
  for (const [at, line] of values.entries()) {
    if (at % domainsAtATime === domainsAtATime - 1) yield
    const provider = providerOf(line.value)
    const group = groups.get(provider) ?? { provider, domains: [], ...noCounters() }
    groups.set(provider, group)
    group.domains.push(line)
    addCounters(group, line)
  }
  return [...groups.values()]
}

/** Sorts the groups, and adds the domains that were counted but not listed. */
export function withRest(groups: readonly ProviderCounters[], more: number, whole?: Counters): ProviderCounters[] {
  const rest = more > 0 && whole ? restOf(whole, groups) : undefined
  const others = groups.find(({ provider }) => provider === null) ?? { provider: null, domains: [], ...noCounters() }
  const known = groups.filter(({ provider }) => provider !== null).sort((a, b) => b.messages - a.messages)
  if (rest) return [...known, { ...others, ...sumOf([others, rest]) }]
  return others.domains.length > 0 ? [...known, others] : known
}

/**
 * Whether the number of complaints means anything. If a provider doesn’t report complaints, zero means nothing. If
 * complaints were counted anyway, they are shown.
 */
export function hasComplaintData(provider: MailboxProvider | null, { states }: Counters): boolean {
  return (provider?.reportsComplaints ?? true) || (states['complaint'] ?? 0) > 0
}
