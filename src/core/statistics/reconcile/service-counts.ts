import type { ComparedBy, ServiceCounts } from '#shared/contract/statistics.ts'
import { noCounters } from '#shared/domain/statistics/counters.ts'
import { comparedNames, comparedOf } from '#shared/domain/statistics/reconciliation/compared-counts.ts'
import type { ServiceClient } from '../../api/index.ts'
import type { PeriodFilter } from '../service/joined-days.ts'
import { utcDayOf, utcDaysOf } from '../service/service-period.ts'

/** The service’s counts by day, tag or domain. Entries that are `unreadable` or belong to other days are missing. */
export type CountsOfService = { readonly lines: ReadonlyMap<string, ServiceCounts>; readonly unreadable: number }

type Client = Pick<ServiceClient, 'statistics'>

/** Zero counters for a line that the service does not return. */
export function noServiceCounts(by: ComparedBy): ServiceCounts {
  const none = comparedOf(noCounters())
  // A day’s counters exclude messages that were not sent.
  return by === 'day' ? { ...none, notSent: null } : none
}

export function countsOfService(
  client: Client,
  by: ComparedBy,
  filter: PeriodFilter,
  signal: AbortSignal,
): Promise<CountsOfService> {
  return by === 'day' ? countsOfDays(client, filter, signal) : countsOfNames(client, by, filter, signal)
}

/**
 * Joins the two parts in which the service reports a day: deliveries, opens and clicks are in one, requests and bounces
 * in the other.
 */
async function countsOfDays(
  { statistics }: Client,
  filter: PeriodFilter,
  signal: AbortSignal,
): Promise<CountsOfService> {
  const [activities, bounces] = await Promise.all([
    statistics.activities(filter, { signal }),
    statistics.bounces(filter, { signal }),
  ])
  const { from, to } = utcDaysOf({ begin: filter.dateBegin, end: filter.dateEnd })
  const lines = new Map<string, ServiceCounts>()
  let outside = 0
  const add = (date: number, counts: Partial<ServiceCounts>): void => {
    const day = utcDayOf(date)
    if (day < from || day > to) outside += 1
    else lines.set(day, sumOfCounts(lines.get(day) ?? noServiceCounts('day'), counts))
  }
  for (const { date, delivered, open, click, opener, clicker, unsubscribed, complaint } of activities.items) {
    add(date, { delivered, open, click, opener, clicker, unsubscribed, complaint })
  }
  for (const { date, requested, softbounced, hardbounced } of bounces.items) {
    add(date, { messages: requested, softbounced, hardbounced })
  }
  return { lines, unreadable: activities.problems.length + bounces.problems.length + outside }
}

async function countsOfNames(
  { statistics }: Client,
  by: 'tag' | 'domain',
  filter: PeriodFilter,
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

/** Adds up the counters. A counter reported by neither side stays null. */
export function sumOfCounts(one: ServiceCounts, other: Partial<ServiceCounts>): ServiceCounts {
  const sum = { ...one }
  for (const name of comparedNames) {
    const more = other[name]
    if (typeof more === 'number') sum[name] = (sum[name] ?? 0) + more
  }
  return sum
}
