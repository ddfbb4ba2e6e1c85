import type { ComparedBy, ServiceCounts } from '#shared/contract/statistics.ts'
import type { StatisticsFilter } from '#shared/domain/service/requests.ts'
import type { ServiceClient } from '../../api/index.ts'

/** What the service counts by day, tag or domain. `unreadable` entries are missing from it. */
export type CountsOfService = { readonly lines: ReadonlyMap<string, ServiceCounts>; readonly unreadable: number }

type Client = Pick<ServiceClient, 'statistics'>

/** The counters of a line that the service does not mention: it counts nothing there. */
export function noServiceCounts(by: ComparedBy): ServiceCounts {
  return {
    messages: 0,
    delivered: 0,
    softbounced: 0,
    hardbounced: 0,
    // The counters of a day leave these out.
    notSent: by === 'day' ? null : 0,
    open: 0,
    click: 0,
    opener: 0,
    clicker: 0,
    unsubscribed: 0,
    complaint: 0,
  }
}

export function countsOfService(
  client: Client,
  by: ComparedBy,
  filter: StatisticsFilter,
  signal: AbortSignal,
): Promise<CountsOfService> {
  return by === 'day' ? countsOfDays(client, filter, signal) : countsOfNames(client, by, filter, signal)
}

/** The service reports a day in two halves: what was read, and what was requested and bounced. */
async function countsOfDays(
  { statistics }: Client,
  filter: StatisticsFilter,
  signal: AbortSignal,
): Promise<CountsOfService> {
  const [activities, bounces] = await Promise.all([
    statistics.activities(filter, { signal }),
    statistics.bounces(filter, { signal }),
  ])
  const lines = new Map<string, ServiceCounts>()
  const at = (date: number): ServiceCounts => {
    const day = new Date(date).toISOString().slice(0, 10)
    const counts = lines.get(day) ?? noServiceCounts('day')
    lines.set(day, counts)
    return counts
  }
  for (const { date, delivered, open, click, opener, clicker, unsubscribed, complaint } of activities.items) {
    add(at(date), { delivered, open, click, opener, clicker, unsubscribed, complaint })
  }
  for (const { date, requested, softbounced, hardbounced } of bounces.items) {
    add(at(date), { messages: requested, softbounced, hardbounced })
  }
  return { lines, unreadable: activities.problems.length + bounces.problems.length }
}

async function countsOfNames(
  { statistics }: Client,
  by: 'tag' | 'domain',
  filter: StatisticsFilter,
  signal: AbortSignal,
): Promise<CountsOfService> {
  const { items, problems } = await statistics[by === 'tag' ? 'tags' : 'domains'](filter, { signal })
  const lines = new Map<string, ServiceCounts>()
  for (const { name, requested, rejected, filtered, error, ...counts } of items) {
    const { delivered, softbounced, hardbounced, open, click, opener, clicker, unsubscribed, complaint } = counts
    const line = { delivered, softbounced, hardbounced, open, click, opener, clicker, unsubscribed, complaint }
    lines.set(name, { messages: requested, notSent: rejected + filtered + error, ...line })
  }
  return { lines, unreadable: problems.length }
}

function add(counts: ServiceCounts, more: Partial<ServiceCounts>): void {
  for (const [name, value] of Object.entries(more)) {
    const known = name as keyof ServiceCounts
    counts[known] = (counts[known] ?? 0) + (value ?? 0)
  }
}
