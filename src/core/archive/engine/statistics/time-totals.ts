import { hoursPerWeek, type ZoneClock } from '#shared/domain/base/zone-clock.ts'
import type { Counters } from '#shared/contract/statistics.ts'
import type { BlockReader } from '../search/block-reader.ts'
import type { BlockSums } from './block-sums.ts'
import { eachLocalTime, fitsQuarters, readTimesIn, runOfEachRow, type BlockTimes } from './block-times.ts'
import type { StatisticsParts } from './statistics-parts.ts'
import { Totals } from './totals.ts'

export class TimeTotals {
  readonly #clock: ZoneClock
  readonly #parts: StatisticsParts
  /** Days are numbered in order of first occurrence. */
  readonly #numbers = new Map<number, number>()
  readonly #days = new Totals()
  readonly #hours = new Totals()

  constructor(zone: string, parts: StatisticsParts) {
    this.#clock = parts.clock(zone)
    this.#parts = parts
  }

  /** Counts the matches in a block. The counter must already have received them. */
  add(reader: BlockReader, isWhole: boolean): void {
    const quarters = this.#parts.times(reader)
    const fits = fitsQuarters(quarters, this.#clock)
    const times = fits ? quarters : readTimesIn(this.#clock, reader.column('row'))
    const count = (): BlockSums => this.#parts.counter.count(runOfEachRow(times, reader.size), times.starts.length)
    const sums = isWhole && fits ? this.#parts.timeSums(reader.block, count) : count()
    const { days, hours } = this.#localTimes(times)
    this.#days.add(sums, this.#numbers.size, days)
    this.#hours.add(sums, hoursPerWeek, hours)
  }

  /** The day number of each run, and the hour of the week. */
  #localTimes(times: BlockTimes): { days: Uint32Array; hours: Uint32Array } {
    const days = new Uint32Array(times.starts.length)
    const hours = new Uint32Array(times.starts.length)
    let [last, number] = [NaN, 0]
    eachLocalTime(times, this.#clock, (run, day, hour) => {
      if (day !== last) number = this.#numberOf((last = day))
      days[run] = number
      hours[run] = hour
    })
    return { days, hours }
  }

  #numberOf(day: number): number {
    let number = this.#numbers.get(day)
    if (number === undefined) this.#numbers.set(day, (number = this.#numbers.size))
    return number
  }

  /** Days with messages, counted from 1 January 1970, oldest first. */
  days(stateName: (id: number) => string): { day: number; counters: Counters }[] {
    return [...this.#numbers]
      .map(([day, number]) => ({ day, counters: this.#days.counters(number, stateName) }))
      .filter(({ counters }) => counters.messages > 0)
      .sort((a, b) => a.day - b.day)
  }

  /** The hours from Monday 0:00 to Sunday 23:00. */
  hours(stateName: (id: number) => string): { messages: number; opened: number }[] {
    return Array.from({ length: hoursPerWeek }, (_, hour) => {
      const { messages, opened } = this.#hours.counters(hour, stateName)
      return { messages, opened }
    })
  }
}
