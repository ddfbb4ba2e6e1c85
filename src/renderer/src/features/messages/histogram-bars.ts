export type DayBar = { readonly day: number; readonly count: number }
export type Bucket = { readonly from: string; readonly to: string; readonly count: number }

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
