import type { AlertRule } from '#shared/contract/alerts.ts'
import { mostGroupValues } from '#shared/contract/base/statistics-limits.ts'
import type { Counters } from '#shared/contract/statistics.ts'
import { shapeOf, startOfBucket } from '#shared/domain/alerts/buckets.ts'
import type { Series } from '#shared/domain/alerts/judge.ts'
import { mostDomains, ruleQuery } from '#shared/domain/alerts/rule-search.ts'
import type { Horizon } from '#shared/domain/archive/horizon.ts'
import { secondsPerHour } from '#shared/domain/base/durations.ts'
import { dayText, hourOfWeek, hoursPerWeek } from '#shared/domain/base/zone-clock.ts'
import { and, type Query } from '#shared/domain/query/ast.ts'
import { noCounters } from '#shared/domain/statistics/counters.ts'
import { providerOf } from '#shared/domain/statistics/providers/mailbox-providers.ts'
import type { ArchivePort } from '../archive/index.ts'

type Reading = {
  readonly archive: Pick<ArchivePort, 'statistics'>
  readonly rule: AlertRule
  readonly signal: AbortSignal
}

/** The buckets of a period. Both ends are included. */
type Buckets = { readonly first: number; readonly last: number }

/** The archive’s data for a rule, and its mailbox provider’s domains. */
export async function readSeries(
  reading: Reading,
  { first, last }: Buckets,
  known: { readonly horizon: Horizon; readonly oldest: number | null },
): Promise<{ series: Series; domains: string[] | null }> {
  const { rule } = reading
  const domains = await providerDomains(reading, { first, last })
  const query = ruleQuery(rule, domains)
  const { unit } = shapeOf(rule.condition)
  const read = unit === 'day' ? readDays : rule.condition.kind === 'silence' ? readMessageHours : readHours
  return { series: { ...known, first, counters: await read(reading, query, { first, last }) }, domains }
}

/** The domains of the rule’s provider that messages were sent to, largest first; null for a rule about all recipients. */
async function providerDomains(reading: Reading, { first, last }: Buckets): Promise<string[] | null> {
  const { condition } = reading.rule
  const provider = condition.kind === 'rate' || condition.kind === 'fall' ? condition.provider : null
  if (provider === null) return null
  const start = (bucket: number) => startOfBucket(reading.rule, bucket)
  const { groups } = await count(reading, { query: ruleQuery(reading.rule, null), zone: 'UTC' }, ['domain'], {
    after: minuteText(start(first)),
    before: minuteText(start(last + 1)),
  })
  const values = groups.domain?.values ?? []
  return values
    .map(({ value }) => value)
    .filter((domain) => providerOf(domain)?.id === provider.id)
    .slice(0, mostDomains)
}

async function readDays(reading: Reading, query: Query, { first, last }: Buckets): Promise<Counters[]> {
  const { zone } = reading.rule
  const { days } = await count(reading, { query, zone }, [], { after: dayText(first), before: dayText(last + 1) })
  const found = new Map(days.map(({ day, ...counters }) => [day, counters]))
  return range({ first, last }).map((bucket) => found.get(dayText(bucket)) ?? noCounters())
}

/** The archive counts states by day only, so each hour with messages needs a separate query. */
async function readHours(reading: Reading, query: Query, buckets: Buckets): Promise<Counters[]> {
  const hours = await readMessageHours(reading, query, buckets)
  for (const [at, bucket] of range(buckets).entries()) {
    if (hours[at]!.messages === 0) continue
    const second = bucket * secondsPerHour
    const time = { after: minuteText(second), before: minuteText(second + secondsPerHour) }
    hours[at] = (await count(reading, { query, zone: 'UTC' }, [], time)).total
  }
  return hours
}

/**
 * If only messages are counted, one query covers the hours of a week. The hours are in UTC, which neither repeats nor skips
 * an hour.
 */
async function readMessageHours(reading: Reading, query: Query, { first, last }: Buckets): Promise<Counters[]> {
  const all: Counters[] = []
  for (let from = first; from <= last; from += hoursPerWeek) {
    const to = Math.min(from + hoursPerWeek, last + 1)
    const time = { after: minuteText(from * secondsPerHour), before: minuteText(to * secondsPerHour) }
    const { hours } = await count(reading, { query, zone: 'UTC' }, [], time)
    for (let bucket = from; bucket < to; bucket++) {
      const { messages } = hours[hourOfWeek(bucket * secondsPerHour, 0)]!
      all.push({ ...noCounters(), messages })
    }
  }
  return all
}

async function count(
  { archive, signal }: Reading,
  { query, zone }: { query: Query; zone: string },
  groups: readonly 'domain'[],
  time: { readonly after: string; readonly before: string },
) {
  const limits = (['after', 'before'] as const).map((field): Query => ({ kind: 'date', field, date: time[field] }))
  const request = { query: and([...limits, query]), context: { now: 0, zone }, groups, metaKey: null }
  return archive.statistics({ ...request, limit: mostGroupValues }, { signal })
}

function range({ first, last }: Buckets): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
}

/** A minute in UTC, as written in a query. */
function minuteText(second: number): string {
  return new Date(second * 1000).toISOString().slice(0, 16)
}
