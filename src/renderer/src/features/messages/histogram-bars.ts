/** Counts of all messages, of those that failed, and of those that are waiting. */
type Counts = { readonly count: number; readonly failed: number; readonly waiting: number }
export type DayBar = Counts & { readonly day: number }
export type PlausibleBars = { readonly bars: readonly DayBar[]; readonly earlier: number; readonly later: number }
export type Bucket = Counts & { readonly from: string; readonly to: string }

/** No service of this kind has older mail. */
const earliest = Date.UTC(1995, 0, 1) / 1000
const day = 86_400

/**
 * Drops implausible days: a single record with a wrong date would stretch the chart over centuries and squeeze all
 * other days into one bar. `now` is the latest known moment in seconds. The dropped messages are counted. If no day is
 * plausible, all days are kept.
 */
export function plausibleBars(bars: readonly DayBar[], now: number): PlausibleBars {
  const plausible = bars.filter((bar) => bar.day >= earliest && bar.day <= now + day)
  if (plausible.length === 0) return { bars, earlier: 0, later: 0 }
  const sum = (counted: readonly DayBar[]) => counted.reduce((total, { count }) => total + count, 0)
  return {
    bars: plausible,
    earlier: sum(bars.filter((bar) => bar.day < earliest)),
    later: sum(bars.filter((bar) => bar.day > now + day)),
  }
}

/** The maximum number of bars that fit on a screen. In a longer history, each bar covers several days. */
const maxBars = 180

/**
 * The archive omits days without messages. They are added here, so that a gap is visible. `dayOf` returns the calendar day
 * of a second in the user’s time zone, and `next` returns the day a given number of days later.
 */
export function buckets(
  bars: readonly DayBar[],
  dayOf: (second: number) => string,
  next: (day: string, days: number) => string,
): Bucket[] {
  const counts: Record<string, Counts> = {}
  for (const bar of bars) counts[dayOf(bar.day)] = bar
  const days = Object.keys(counts).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const total = Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1
  const width = Math.max(1, Math.ceil(total / maxBars))
  const joined: Bucket[] = []
  for (let from = first; from <= last; from = next(from, width)) {
    const sum = { count: 0, failed: 0, waiting: 0 }
    for (let step = 0; step < width; step++) {
      const bar = counts[next(from, step)]
      if (!bar) continue
      sum.count += bar.count
      sum.failed += bar.failed
      sum.waiting += bar.waiting
    }
    const to = next(from, width - 1)
    joined.push({ from, to: to < last ? to : last, ...sum })
  }
  return joined
}
