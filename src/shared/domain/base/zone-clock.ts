import { secondsPerDay, secondsPerHour } from './durations.ts'
import { zoneOffset } from './zone-offset.ts'

/** In seconds. The greatest were those of Alaska and Manila before they moved across the date line. */
const greatestOffset = 16 * secondsPerHour

/** A period during which the zone has a constant offset from UTC, in seconds; `to` is the first second after it. */
export type OffsetSpan = { readonly from: number; readonly to: number; readonly offset: number }

/**
 * Computes days and hours in a zone’s local time. Intl supports every zone but takes microseconds per moment, which is
 * too long for a million messages, so offsets are cached day by day.
 */
export class ZoneClock {
  readonly #zone: string
  readonly #spans = new Map<number, readonly OffsetSpan[]>()
  /** The last result is cached, because neighbouring messages are usually from the same day. */
  #last: OffsetSpan = { from: 0, to: 0, offset: 0 }

  constructor(zone: string) {
    this.#zone = zone
  }

  /** Returns the part of the UTC day around this second in which the offset is constant. */
  spanAt(second: number): OffsetSpan {
    if (second >= this.#last.from && second < this.#last.to) return this.#last
    const day = Math.floor(second / secondsPerDay)
    let spans = this.#spans.get(day)
    if (!spans) this.#spans.set(day, (spans = this.#readDay(day * secondsPerDay)))
    return (this.#last = spans.find(({ to }) => second < to)!)
  }

  /**
   * Returns the moment at which the zone’s clocks show a local time, given in seconds as if it were UTC. A time that clocks
   * show twice in autumn is the earlier of the two, so that no report looks newer than it is. A time that they skip in
   * spring is read with the offset before the change, which gives the later moment, as in the search.
   */
  secondOf(local: number): number {
    const [before, after] = [local - greatestOffset, local + greatestOffset].map((at) => this.spanAt(at).offset)
    const isAt = (offset: number) => this.spanAt(local - offset).offset === offset
    return local - (before === after || isAt(before!) || !isAt(after!) ? before! : after!)
  }

  #readDay(from: number): readonly OffsetSpan[] {
    const to = from + secondsPerDay
    const [first, last] = [zoneOffset(from, this.#zone), zoneOffset(to - 1, this.#zone)]
    if (first === last) return [{ from, to, offset: first }]
    // The offset changes once on this day. A binary search finds the moment.
    let [before, after] = [from, to - 1]
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2)
      if (zoneOffset(middle, this.#zone) === first) before = middle
      else after = middle
    }
    return [
      { from, to: after, offset: first },
      { from: after, to, offset: last },
    ]
  }
}

/** Returns the local day, counted from 1 January 1970. */
export function localDay(second: number, offset: number): number {
  return Math.floor((second + offset) / secondsPerDay)
}

/** Returns the hour of the week, from 0 (Monday, 0:00) to 167 (Sunday, 23:00). */
export function hourOfWeek(second: number, offset: number): number {
  const hours = Math.floor((second + offset) / secondsPerHour)
  // 1 January 1970 was a Thursday.
  return (((hours + 3 * 24) % hoursPerWeek) + hoursPerWeek) % hoursPerWeek
}

export const hoursPerWeek = 7 * 24

/** Writes a local day as queries do: `2026-11-22`. */
export function dayText(day: number): string {
  return new Date(day * secondsPerDay * 1000).toISOString().slice(0, 10)
}
