import { hourOfWeek, hoursPerWeek, localDay, dayText, ZoneClock } from '#shared/domain/base/zone-clock.ts'
import type { Counters, DayCounters, HourCount } from '#shared/contract/statistics.ts'
import { noCounters } from '#shared/domain/statistics/counters.ts'
import { rowsPerSecond, secondOfRow } from '../../engine/record/row-number.ts'
import { sql } from '../connection/sql.ts'
import { rowsPerQuarter, secondsPerQuarter } from '../record/quarters.ts'
import { addLine, countedColumns, keptColumns, lineOfRecord, lineOfRow, type CountedLine } from './counted-line.ts'
import { keptTimes, type KeptTimes } from './kept-times.ts'
import type { MatchScan } from './match-scan.ts'
import type { WholePeriod } from './whole-period.ts'

/** Counters by day and by hour of the week in a zone. */
export class TimeSums {
  readonly #clock: ZoneClock
  readonly #days = new Map<number, Counters>()
  readonly #hours: HourCount[] = Array.from({ length: hoursPerWeek }, () => ({ messages: 0, opened: 0 }))

  constructor(clock: ZoneClock) {
    this.#clock = clock
  }

  /** Whether the quarter falls into a single hour of the zone, as it does nearly everywhere since 1972. */
  fitsQuarter(second: number): boolean {
    const { from, to, offset } = this.#clock.spanAt(second)
    return [from, to, offset].every((each) => each % secondsPerQuarter === 0)
  }

  add(second: number, line: CountedLine): void {
    const { offset } = this.#clock.spanAt(second)
    this.#addToDay(localDay(second, offset), line)
    this.#addToHour(hourOfWeek(second, offset), line)
  }

  addKept({ days, hours }: KeptTimes): void {
    for (const { day, line } of days) this.#addToDay(day, line)
    for (const { hour, ...counts } of hours) this.#addToHour(hour, counts)
  }

  /** The counters of each day, oldest first. */
  days(): DayCounters[] {
    return [...this.#days].sort(([a], [b]) => a - b).map(([day, counters]) => ({ day: dayText(day), ...counters }))
  }

  /** The hours from Monday 0:00 to Sunday 23:00. */
  hours(): HourCount[] {
    return this.#hours
  }

  #addToDay(day: number, line: CountedLine): void {
    let counters = this.#days.get(day)
    if (!counters) this.#days.set(day, (counters = noCounters()))
    addLine(counters, line)
  }

  #addToHour(at: number, { messages, opened }: HourCount): void {
    const hour = this.#hours[at]!
    hour.messages += messages
    hour.opened += opened
  }
}

/** `period` is set if the matches are all messages of whole quarters, whose counts are already stored, or even `counted`. */
export async function timeSums(
  zone: string,
  period: WholePeriod | null,
  scan: MatchScan,
  counted: KeptTimes | null = null,
): Promise<TimeSums> {
  const clock = new ZoneClock(zone)
  const sums = new TimeSums(clock)
  const kept = counted ?? (period && (await keptTimes(clock, period, scan.run)))
  if (kept) {
    sums.addKept(kept)
    return sums
  }
  const misfits = new Set<number>()
  const add = (quarter: number, line: CountedLine): void => {
    const second = quarter * secondsPerQuarter
    if (sums.fitsQuarter(second)) sums.add(second, line)
    else misfits.add(quarter)
  }
  if (period) {
    const { first, stop } = period
    const rows = await scan.run(sql`
      SELECT kept.quarter, value.name AS state, ${keptColumns} FROM quarter AS kept JOIN value ON value.id = kept.state
      WHERE kept.quarter >= ${first}::int AND kept.quarter < ${stop}::int GROUP BY 1, 2`)
    for (const row of rows) add(Number(row.quarter), lineOfRow(row))
  } else {
    for await (const rows of byTime(scan, rowsPerQuarter)) {
      for (const row of rows) add(Number(row.time), lineOfRow(row))
    }
    for (const record of await scan.odd()) {
      const second = secondOfRow(record.row)
      if (sums.fitsQuarter(second)) sums.add(second, lineOfRecord(record))
      else misfits.add(Math.floor(second / secondsPerQuarter))
    }
  }
  if (misfits.size > 0) await addBySecond(sums, misfits, scan)
  return sums
}

/** Counts messages by second in quarters during which an hour begins in the zone. */
async function addBySecond(sums: TimeSums, quarters: ReadonlySet<number>, scan: MatchScan): Promise<void> {
  const isIn = (second: number): boolean => quarters.has(Math.floor(second / secondsPerQuarter))
  for await (const rows of byTime(scan, rowsPerSecond, [...quarters])) {
    for (const row of rows) sums.add(Number(row.time), lineOfRow(row))
  }
  for (const record of await scan.odd()) {
    const second = secondOfRow(record.row)
    if (isIn(second)) sums.add(second, lineOfRecord(record))
  }
}

function byTime(scan: MatchScan, unit: number, quarters: readonly number[] | null = null) {
  const only = quarters ? sql`row / ${rowsPerQuarter}::bigint = ANY(${quarters}::bigint[])` : sql`true`
  return scan.each(sql`row, state, opens, clicks`, (matches) => {
    return sql`SELECT row / ${unit}::bigint AS time, ${countedColumns} FROM ${matches} WHERE ${only} GROUP BY 1, 2`
  })
}
