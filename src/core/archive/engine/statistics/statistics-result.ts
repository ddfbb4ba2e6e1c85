import type { StatisticsGroup } from '#shared/contract/statistics.ts'
import { dayText } from '#shared/domain/base/zone-clock.ts'
import type { ArchiveStatistics, StatisticsRequest } from '#shared/domain/statistics/archive-statistics.ts'
import { sumOf } from '#shared/domain/statistics/counters.ts'
import type { Block } from '../store/block.ts'
import type { Deadline } from '../search/deadline.ts'
import type { Result } from '../search/result.ts'
import { groupSources, metaSource } from './group-sources.ts'
import { GroupTotals } from './group-totals.ts'
import { MetaSpelling } from './meta-spelling.ts'
import type { StatisticsParts } from './statistics-parts.ts'
import { TimeTotals } from './time-totals.ts'

export type Names = {
  state(id: number): string
  /** The most frequent spelling of a folded value. */
  written(group: StatisticsGroup, value: string): string
}

type Answer = Omit<ArchiveStatistics, 'horizon'>

type AllTotals = {
  readonly times: TimeTotals
  readonly groups: ReadonlyMap<StatisticsGroup, GroupTotals>
  readonly meta: GroupTotals | null
}

/** Counts a search’s matches for the statistics, block by block. */
export class StatisticsResult {
  readonly version: string
  readonly #request: StatisticsRequest
  readonly #result: Result
  readonly #parts: StatisticsParts
  #next = 0
  #spelling: MetaSpelling | null = null
  /** Null once the result is complete. */
  #totals: AllTotals | null
  #answer: Answer | null = null

  constructor(result: Result, request: StatisticsRequest, parts: StatisticsParts) {
    const { context, groups, metaKey } = request
    this.#result = result
    this.version = result.version
    this.#request = request
    this.#parts = parts
    parts.beginQuestion()
    this.#totals = {
      times: new TimeTotals(context.zone, parts),
      groups: new Map(groups.map((group) => [group, new GroupTotals(groupSources[group], parts)])),
      meta: metaKey === null ? null : new GroupTotals(metaSource(metaKey), parts),
    }
  }

  /** Null if the deadline passes, in which case the call must be repeated. */
  answer(names: Names, deadline: Deadline): Answer | null {
    if (this.#totals === null) return this.#answer
    const { blocks } = this.#result
    for (; this.#next < blocks.length; this.#next++) {
      if (this.#next > 0 && deadline.passed()) return null
      this.#count(blocks[this.#next]!, this.#totals)
    }
    this.#spelling ??= this.#beginSpelling(this.#totals)
    if (this.#spelling?.complete(deadline) === false) return null
    this.#answer = this.#conclude(this.#totals, names)
    this.#totals = null
    return this.#answer
  }

  #count(block: Block, { times, groups, meta }: AllTotals): void {
    const { bits, count } = this.#result.of(block)
    if (count === 0) return
    const reader = this.#result.reader(block)
    const isWhole = count === block.live
    this.#parts.counter.begin(reader, bits)
    times.add(reader, isWhole)
    for (const totals of groups.values()) totals.add(reader, isWhole)
    meta?.add(reader, isWhole)
    if (meta?.hasGrown()) meta.refuseSingles(this.#request.metaKey!)
  }

  #beginSpelling({ meta }: AllTotals): MetaSpelling | null {
    const { metaKey: key, limit } = this.#request
    if (meta === null || key === null) return null
    meta.refuseSingles(key)
    return new MetaSpelling(meta.listed(limit), { key, result: this.#result, parts: this.#parts })
  }

  #conclude({ times, groups, meta }: AllTotals, { state, written }: Names): Answer {
    const { limit } = this.#request
    const days = times.days(state)
    return {
      total: sumOf(days.map(({ counters }) => counters)),
      days: days.map(({ day, counters }) => ({ day: dayText(day), ...counters })),
      hours: times.hours(state),
      groups: Object.fromEntries(
        [...groups].map(([group, totals]) => [group, totals.take(limit, state, (value) => written(group, value))]),
      ),
      meta: meta?.take(limit, state, (value) => this.#spelling?.of(value) ?? value) ?? null,
    }
  }
}
