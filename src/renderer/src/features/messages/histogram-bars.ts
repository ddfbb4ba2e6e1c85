export type DayBar = { readonly day: number; readonly count: number }
export type LikelyBars = { readonly bars: readonly DayBar[]; readonly earlier: number; readonly later: number }
export type Bucket = { readonly from: string; readonly to: string; readonly count: number }

/** No mail of such a service is older. */
const earliest = Date.UTC(1995, 0, 1) / 1000
const day = 86_400

/**
 * The bars of days that can be: a single record with a wrong date would stretch the chart over centuries, and all others
 * would share one bar. `now` is the newest moment that was read, in seconds. What is left out is counted.
 */
export function likelyBars(bars: readonly DayBar[], now: number): LikelyBars {
  const likely = bars.filter((bar) => bar.day >= earliest && bar.day <= now + day)
  if (likely.length === 0) return { bars, earlier: 0, later: 0 }
  const sum = (counted: readonly DayBar[]) => counted.reduce((total, { count }) => total + count, 0)
  return {
    bars: likely,
    earlier: sum(bars.filter((bar) => bar.day < earliest)),
    later: sum(bars.filter((bar) => bar.day > now + day)),
  }
}

/** Bars a screen can show; a longer history is joined into weeks, months or more. */
const mostBars = 180

/**
 * Days without messages are left out by the archive; here they are put back, so that a gap looks like a gap.
 * `dayOf` names the calendar day of a second in the reader's zone; `next` is the day after a named one.
 */
export function buckets(
  bars: readonly DayBar[],
  dayOf: (second: number) => string,
  next: (day: string, days: number) => string,
): Bucket[] {
  const counts: Record<string, number> = {}
  for (const bar of bars) counts[dayOf(bar.day)] = bar.count
  const days = Object.keys(counts).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const total = Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1
  const width = Math.max(1, Math.ceil(total / mostBars))
  const joined: Bucket[] = []
  for (let from = first; from <= last; from = next(from, width)) {
    let count = 0
    for (let step = 0; step < width; step++) count += counts[next(from, step)] ?? 0
    const to = next(from, width - 1)
    joined.push({ from, to: to < last ? to : last, count })
  }
  return joined
}
