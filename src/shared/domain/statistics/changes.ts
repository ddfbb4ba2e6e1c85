import type { Counters, Grouped } from '../../contract/statistics.ts'
import { noCounters } from './counters.ts'
import { rateOf, type Figure, type FigureValue } from './figures.ts'

/** Changes smaller than these are normal between any two periods. */
const leastShare = 0.2
const leastMessages = 5

export function isRealRise(now: number, before: number): boolean {
  return now - before >= leastMessages && now - before >= leastShare * before
}

/**
 * The counters of a value in the compared period. Null if the value isn’t listed there although it may have been
 * counted.
 */
export type BeforeOf = (value: string) => Counters | null

export function beforeIn({ values, more }: Grouped): BeforeOf {
  const known = new Map<string, Counters>(values.map((line) => [line.value, line]))
  return (value) => known.get(value) ?? (more > 0 ? null : noCounters())
}

/**
 * Returns the change in a count as a fraction of its previous value, or the difference between two rates. Null if there
 * is nothing to compare with.
 */
export function changeIn({ whole }: Pick<Figure, 'whole'>, now: FigureValue, before: FigureValue): number | null {
  if (whole === null) return before.part === 0 ? null : (now.part - before.part) / before.part
  const [rate, rateBefore] = [rateOf(now), rateOf(before)]
  return rate === null || rateBefore === null ? null : rate - rateBefore
}

/**
 * Whether a rate has become so much worse that it can’t be chance. The decision depends on how many more messages there
 * are than expected at the earlier rate.
 */
export function isClearlyWorse({ good }: Pick<Figure, 'good'>, now: FigureValue, before: FigureValue): boolean {
  const rateBefore = rateOf(before)
  if (good === null || now.whole === null || rateBefore === null) return false
  const expected = rateBefore * now.whole
  const beyond = good === 'less' ? now.part - expected : expected - now.part
  return beyond >= leastMessages && beyond >= leastShare * Math.min(expected, now.whole - expected)
}
