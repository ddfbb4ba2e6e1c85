import type { StatisticsGroup } from '#shared/contract/statistics.ts'
import {
  dayText,
  hourOfWeek,
  hoursPerWeek,
  localDay,
  ZoneClock,
  type OffsetSpan,
} from '#shared/domain/base/zone-clock.ts'
import type { ArchiveStatistics, StatisticsRequest } from '#shared/domain/statistics/archive-statistics.ts'
import { sumOf } from '#shared/domain/statistics/counters.ts'
import { hasBit, type Bits } from '../index/bits.ts'
import { secondOfRow } from '../record/row-number.ts'
import type { BlockReader } from '../search/block-reader.ts'
import { placeOfSecond } from '../search/conditions.ts'
import type { Deadline, Result } from '../search/result.ts'
import { eachMetaValue, eachValue } from './block-groups.ts'
import { CountSums, type Numbers } from './count-sums.ts'
import { GroupSums } from './group-sums.ts'

/** Names as the archive stores them. */
export type Names = {
  state(id: number): string
  /** How a folded value was written most often. */
  written(group: StatisticsGroup, value: string): string
}

/** A message without a date has that of 1 January 1970, which west of Greenwich is the day before; codes begin at 0. */
const dayShift = 1

/** The matches of a search, counted block by block. */
export class StatisticsResult {
  readonly version: string
  readonly #request: StatisticsRequest
  readonly #clock: ZoneClock
  readonly #days = new CountSums()
  readonly #hours = Array.from({ length: hoursPerWeek }, () => ({ messages: 0, opened: 0 }))
  readonly #groups: ReadonlyMap<StatisticsGroup, GroupSums>
  readonly #meta = new GroupSums()
  readonly #result: Result
  #next = 0
  #answer: Omit<ArchiveStatistics, 'horizon'> | undefined

  constructor(result: Result, request: StatisticsRequest) {
    this.#result = result
    this.version = result.version
    this.#request = request
    this.#clock = new ZoneClock(request.context.zone)
    this.#groups = new Map(request.groups.map((group) => [group, new GroupSums()]))
  }

  /** Null when the deadline passes: call again. */
  answer(names: Names, deadline: Deadline): Omit<ArchiveStatistics, 'horizon'> | null {
    const { blocks } = this.#result
    for (; this.#next < blocks.length; this.#next++) {
      if (this.#next > 0 && deadline.passed()) return null
      const block = blocks[this.#next]!
      const { bits, count } = this.#result.of(block)
      if (count > 0) this.#count(this.#result.reader(block), bits)
    }
    return (this.#answer ??= this.#conclude(names))
  }

  #count(reader: BlockReader, bits: Bits): void {
    const numbers = { state: reader.column('state'), open: reader.column('open'), click: reader.column('click') }
    this.#countTimes(reader, bits, numbers)
    for (const [group, sums] of this.#groups)
      eachValue(reader, bits, group, (value, places) => sums.add(value, places, numbers))
    const { metaKey } = this.#request
    if (metaKey === null) return
    eachMetaValue(reader, bits, metaKey, (value, places) => this.#meta.add(value, places, numbers))
    this.#meta.refuseSingles(metaKey)
  }

  #countTimes(reader: BlockReader, bits: Bits, numbers: Numbers): void {
    const rows = reader.column('row')
    for (let from = 0; from < reader.size;) {
      const span = this.#clock.spanAt(secondOfRow(rows[from]!))
      const to = Math.max(from + 1, placeOfSecond(reader, span.to))
      this.#countSpan(rows, { from, to, offset: span.offset }, bits, numbers)
      from = to
    }
  }

  /** The rows stand in the order of time, so that those of one day are neighbours. */
  #countSpan(rows: Float64Array, { from, to, offset }: OffsetSpan, bits: Bits, numbers: Numbers): void {
    let day = localDay(secondOfRow(rows[from]!), offset)
    this.#days.begin(day + dayShift)
    for (let at = from; at < to; at++) {
      if (!hasBit(bits, at)) continue
      const second = secondOfRow(rows[at]!)
      if (localDay(second, offset) !== day) {
        this.#days.end()
        day = localDay(second, offset)
        this.#days.begin(day + dayShift)
      }
      this.#days.add(at, numbers)
      const hour = this.#hours[hourOfWeek(second, offset)]!
      hour.messages += 1
      if (numbers.open[at]! > 0) hour.opened += 1
    }
    this.#days.end()
  }

  #conclude(names: Names): Omit<ArchiveStatistics, 'horizon'> {
    const { limit, metaKey } = this.#request
    const days = [...this.#days.take(names.state)].sort(([a], [b]) => a - b)
    return {
      total: sumOf(days.map(([, counters]) => counters)),
      days: days.map(([code, counters]) => ({ day: dayText(code - dayShift), ...counters })),
      hours: this.#hours,
      groups: Object.fromEntries(
        [...this.#groups].map(([group, sums]) => [
          group,
          sums.take(limit, names.state, (value) => names.written(group, value)),
        ]),
      ),
      meta: metaKey === null ? null : this.#meta.take(limit, names.state, (value) => value),
    }
  }
}
