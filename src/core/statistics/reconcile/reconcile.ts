import type { ComparedBy, ComparedCounts, ComparedLine, Counters, ServiceCounts } from '#shared/contract/statistics.ts'
import { mostGroupValues } from '#shared/contract/base/statistics-limits.ts'
import type { CommandOutput, ParsedInput } from '#shared/contract/table.ts'
import { addDays } from '#shared/domain/base/days.ts'
import { msPerDay } from '#shared/domain/base/durations.ts'
import type { Period } from '#shared/domain/archive/horizon.ts'
import { and, or, type Query } from '#shared/domain/query/ast.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { comparedOf, differing, sideBySide } from '#shared/domain/statistics/reconciliation/compared-counts.ts'
import { noCounters } from '#shared/domain/statistics/counters.ts'
import {
  countsOnEventDay,
  isRepairable,
  reasonsOf,
  type Circumstances,
} from '#shared/domain/statistics/reconciliation/difference-reasons.ts'
import { dayPeriod, daysPeriod } from '#shared/domain/statistics/reconciliation/utc-days.ts'
import type { ServiceClient } from '../../api/index.ts'
import type { ArchivePort } from '../../archive/index.ts'
import { countsOfService, noServiceCounts, sumOfCounts } from './service-counts.ts'

type Question = Omit<ParsedInput<'statistics.reconcile'>, 'accountId'>
type Answer = CommandOutput<'statistics.reconcile'>

export type Sources = {
  readonly client: Pick<ServiceClient, 'statistics'>
  readonly archive: Pick<ArchivePort, 'statistics' | 'hasErased'>
  /** Epoch milliseconds by the service’s clock. */
  readonly now: number
  /** How the account is synced. */
  readonly sync: { readonly from: number | null; readonly windowDays: number }
}

type Side<Counts> = { readonly value: string; readonly counts: Counts }

/** The maximum number of lines returned: more than anyone reads. Lines that differ are listed first. */
const mostLines = 5000

/** Compares the archive’s counts with the service’s for every day, tag or domain. */
export async function reconcile(question: Question, sources: Sources, signal: AbortSignal): Promise<Answer> {
  const { by, froms, apiKeys, tags } = question
  const { client, archive, now, sync } = sources
  const period = daysPeriod(question)
  const filter = { froms, apiKeys, tags, dateBegin: period.from * 1000, dateEnd: period.to * 1000 }
  const [counted, hasErased] = await Promise.all([
    archive.statistics(
      {
        query: queryOf(question),
        context: { now, zone: 'UTC' },
        groups: by === 'day' ? [] : [by],
        metaKey: null,
        limit: mostGroupValues,
      },
      { signal },
    ),
    archive.hasErased(),
  ])
  // The service is queried second, so that a message sent in between is missing from the archive, like any new message,
  // instead of existing only there.
  const service = await countsOfService(client, by, filter, signal)
  const { horizon } = counted
  const common = { horizon, startsAt: sync.from, hasErased, now: Math.floor(now / 1000) }
  const ours = by === 'day' ? counted.days.map(({ day, ...counts }) => ({ value: day, counts })) : named(counted, by)
  const sides = joined(ours, service.lines, by)
  const lines = sides.map(([value, archiveCounts, serviceCounts]) =>
    lineOf(value, archiveCounts, serviceCounts, {
      ...common,
      period: by === 'day' ? dayPeriod(value) : period,
    }),
  )
  if (by === 'day') markEventDays(lines)
  const differ = lines.filter(({ reasons }) => reasons.length > 0)
  const total = by === 'day' ? daysBegun(period, now) : lines.length
  return {
    lines: inOrder(lines, by).slice(0, mostLines),
    total: Math.max(total, lines.length),
    equal: Math.max(total, lines.length) - differ.length,
    unreadable: service.unreadable,
    horizon,
    startsAt: sync.from,
    windowDays: sync.windowDays,
    comparedAt: now,
  }
}

function daysBegun({ from, to }: Period, now: number): number {
  return Math.max(0, Math.ceil((Math.min((to + 1) * 1000, now) - from * 1000) / msPerDay))
}

/** The service’s filters as a search: a message must match one value of every filter. */
function queryOf({ from, to, froms, apiKeys, tags }: Question): Query {
  const text = (field: 'from' | 'tag') => (value: string) =>
    ({ kind: 'text', field, key: null, text: value, mode: 'whole' }) as const
  return and([
    { kind: 'date', field: 'after', date: from },
    { kind: 'date', field: 'before', date: addDays(to, 1) },
    ...(froms.length > 0 ? [or(froms.map(text('from')))] : []),
    ...(apiKeys.length > 0 ? [or(apiKeys.map((value) => ({ kind: 'value', field: 'key', value }) as const))] : []),
    ...(tags.length > 0 ? [or(tags.map(text('tag')))] : []),
  ])
}

/** Leaves out messages without a tag, for which the service returns no line. */
function named({ groups }: Awaited<ReturnType<ArchivePort['statistics']>>, by: 'tag' | 'domain'): Side<Counters>[] {
  const { values } = groups[by] ?? { values: [] }
  return values.filter(({ value }) => value !== '').map(({ value, ...counts }) => ({ value, counts }))
}

/** The archive ignores case and accents, so the service’s counts for different spellings of a name are added up. */
function joined(
  ours: readonly Side<Counters>[],
  theirs: ReadonlyMap<string, ServiceCounts>,
  by: ComparedBy,
): [string, ComparedCounts, ServiceCounts][] {
  const service = new Map<string, Side<ServiceCounts>>()
  for (const [value, counts] of theirs) {
    const before = service.get(fold(value))
    service.set(
      fold(value),
      before ? { value: before.value, counts: sumOfCounts(before.counts, counts) } : { value, counts },
    )
  }
  const lines: [string, ComparedCounts, ServiceCounts][] = ours.map(({ value, counts }) => {
    const other = service.get(fold(value))
    service.delete(fold(value))
    return [other?.value ?? value, comparedOf(counts), other?.counts ?? noServiceCounts(by)]
  })
  const none = comparedOf(noCounters())
  for (const { value, counts } of service.values()) lines.push([value, none, counts])
  return lines
}

function lineOf(
  value: string,
  archive: ComparedCounts,
  service: ServiceCounts,
  circumstances: Circumstances,
): ComparedLine {
  const reasons = reasonsOf(sideBySide(archive, service), circumstances)
  return { value, archive, service, reasons, isRepairable: isRepairable(reasons) }
}

/** Marks events counted on different days, which are recognisable only when all days are compared together. */
function markEventDays(lines: ComparedLine[]): void {
  const counters = lines.map(({ archive, service }) => sideBySide(archive, service))
  if (!countsOnEventDay(counters)) return
  for (const [at, line] of lines.entries()) {
    if (differing(counters[at]!).length > 0) Object.assign(line, { reasons: ['event-day'], isRepairable: false })
  }
}

function inOrder(lines: ComparedLine[], by: ComparedBy): ComparedLine[] {
  const isEqual = ({ reasons }: ComparedLine) => Number(reasons.length === 0)
  return lines.sort((a, b) =>
    by === 'day'
      ? a.value < b.value
        ? -1
        : 1
      : isEqual(a) - isEqual(b) || b.archive.messages - a.archive.messages || (a.value < b.value ? -1 : 1),
  )
}
