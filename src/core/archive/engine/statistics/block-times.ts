import { secondsPerHour } from '#shared/domain/base/durations.ts'
import { hourOfWeek, localDay, type ZoneClock } from '#shared/domain/base/zone-clock.ts'
import { blockSize } from '../index/build-block.ts'
import { rowsPerSecond, secondOfRow } from '../record/row-number.ts'

/** A block’s rows in runs: all rows in a run fall into the same hour of the same day. Rows are in chronological order. */
export type BlockTimes = {
  /** The first position of each run. */
  readonly starts: Uint16Array
  /** For each run, a second that falls into it. */
  readonly seconds: Float64Array
}

/** A quarter of an hour in seconds. In nearly all zones, the offset from UTC is a multiple of it. */
const quarter = 900

/** Divides rows into runs of a quarter of an hour, which suit every zone whose hours begin at a quarter. */
export function readTimes(rows: Float64Array): BlockTimes {
  return cut(rows, (second) => second - (second % quarter) + quarter)
}

/** Divides rows into runs by the days and hours of one zone, whatever its offset from UTC. */
export function readTimesIn(clock: ZoneClock, rows: Float64Array): BlockTimes {
  return cut(rows, (second) => {
    const { to, offset } = clock.spanAt(second)
    return Math.min(to, second - mod(second + offset, secondsPerHour) + secondsPerHour)
  })
}

/** `endOf` returns the first second after the run that contains the given second. */
function cut(rows: Float64Array, endOf: (second: number) => number): BlockTimes {
  const starts: number[] = []
  const seconds: number[] = []
  let end = -Infinity
  for (let at = 0; at < rows.length; at++) {
    if (rows[at]! < end) continue
    const second = secondOfRow(rows[at]!)
    starts.push(at)
    seconds.push(second)
    end = endOf(second) * rowsPerSecond
  }
  return { starts: Uint16Array.from(starts), seconds: Float64Array.from(seconds) }
}

const lists = new Uint16Array(blockSize)

/** The number of each row’s run; valid until the next call. */
export function runOfEachRow({ starts }: BlockTimes, size: number): Uint16Array {
  for (let run = 0; run < starts.length; run++) lists.fill(run, starts[run]!, starts[run + 1] ?? size)
  return lists
}

/**
 * Whether, at these times, all hours in this zone end at a quarter of a UTC hour, as they have nearly everywhere since
 * 1972.
 */
export function fitsQuarters({ seconds }: BlockTimes, clock: ZoneClock): boolean {
  let end = -Infinity
  for (let run = 0; run < seconds.length; run++) {
    if (seconds[run]! < end) continue
    const { from, to, offset } = clock.spanAt(seconds[run]!)
    if (from % quarter !== 0 || to % quarter !== 0 || offset % quarter !== 0) return false
    end = to
  }
  return true
}

/** Visits the day and the hour of the week of each run, in a zone’s local time. */
export function eachLocalTime(
  { seconds }: BlockTimes,
  clock: ZoneClock,
  visit: (run: number, day: number, hour: number) => void,
): void {
  let [end, offset] = [-Infinity, 0]
  for (let run = 0; run < seconds.length; run++) {
    const second = seconds[run]!
    if (second >= end) ({ to: end, offset } = clock.spanAt(second))
    visit(run, localDay(second, offset), hourOfWeek(second, offset))
  }
}

function mod(number: number, by: number): number {
  return ((number % by) + by) % by
}
