import { secondsPerDay } from '#shared/domain/base/durations.ts'
import { ZoneClock } from '#shared/domain/base/zone-clock.ts'
import type { Grouped, StatisticsGroup } from '#shared/contract/statistics.ts'
import { sumOf } from '#shared/domain/statistics/counters.ts'
import type { ArchiveStatistics, StatisticsRequest } from '#shared/domain/statistics/archive-statistics.ts'
import { largestValues } from '../../common/largest-values.ts'
import { valueLists } from '../../engine/index/terms.ts'
import { valueKinds } from '../../common/value-kinds.ts'
import { secondsPerQuarter } from '../record/quarters.ts'
import { requireReadable } from '../search/archive-state.ts'
import { groupSums, keptGroupSums, spelledMeta, termSums } from './group-sums.ts'
import { keptTimesAtOnce, type SearchedTimes, type CountedTimes } from './kept-times.ts'
import type { MatchScan } from './match-scan.ts'
import { timeSums } from './time-sums.ts'
import type { ValueSums } from './value-sums.ts'
import { wholePeriodOf } from './whole-period.ts'
import { writtenNames } from './written-names.ts'

/** The kinds of values that may be spelled in different ways. Domains are left out, because they have no capitals. */
const writtenKinds = { from: valueKinds.from, key: valueKinds.key, tag: valueKinds.tag } as const

/** The counts that need no snapshot of the archive, so that both connections can work on them. */
export async function countTimesAtOnce(
  { query, context }: StatisticsRequest,
  asked: SearchedTimes,
): Promise<CountedTimes | null> {
  const quarters = wholePeriodOf(query, context, secondsPerQuarter)
  return quarters && keptTimesAtOnce(new ZoneClock(context.zone), quarters, asked)
}

/**
 * All counts are from the same state of the archive, because the groups must add up to the total. `counted` is used if it
 * is from that state, too.
 */
export async function countStatistics(
  { query, context, groups, metaKey, limit }: StatisticsRequest,
  counted: CountedTimes | null,
  scan: MatchScan,
): Promise<Omit<ArchiveStatistics, 'horizon'>> {
  const quarters = wholePeriodOf(query, context, secondsPerQuarter)
  const wholeDays = wholePeriodOf(query, context, secondsPerDay)
  const isValid = counted !== null && (await requireReadable(scan.run)) === counted.changed
  const times = await timeSums(context.zone, quarters, scan, isValid ? counted.times : null)
  const days = times.days()
  const grouped: Partial<Record<StatisticsGroup, Grouped>> = {}
  for (const group of groups) {
    const kept = wholeDays && (await keptGroupSums(group, wholeDays, scan))
    grouped[group] = await writtenGroup(group, kept ?? (await groupSums(group, scan)), limit, scan)
  }
  const meta = metaKey === null ? null : await metaGroup(metaKey, limit, scan)
  return { total: sumOf(days), days, hours: times.hours(), groups: grouped, meta }
}

async function writtenGroup(
  group: StatisticsGroup,
  sums: ValueSums,
  limit: number,
  { run }: MatchScan,
): Promise<Grouped> {
  const { listed, more } = largestOf(sums, limit)
  const written = group === 'domain' ? null : await writtenNames(run, writtenKinds[group], listed)
  return { values: listed.map((name) => ({ value: written?.(name) ?? name, ...sums.of(name).counters })), more }
}

async function metaGroup(key: string, limit: number, scan: MatchScan): Promise<Grouped> {
  const sums = await termSums(valueLists.metaWhole, scan, key)
  const { listed, more } = largestOf(sums, limit)
  const valued = listed.filter((name) => name !== '')
  const spelled = await spelledMeta(key, new Map(valued.map((name) => [name, sums.of(name).newest])), scan)
  return { values: listed.map((name) => ({ value: spelled(name), ...sums.of(name).counters })), more }
}

function largestOf(sums: ValueSums, limit: number): { listed: string[]; more: number } {
  const names = sums.names()
  const { listed, more } = largestValues(sums.messages(), limit, (number) => names[number]!)
  return { listed: listed.map(({ name }) => name), more }
}
