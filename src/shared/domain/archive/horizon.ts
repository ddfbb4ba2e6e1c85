import type { Period } from '../../contract/archive.ts'

export type { Horizon, Period } from '../../contract/archive.ts'

/** Joins periods that touch or overlap; oldest first. */
export function joinPeriods(periods: readonly Period[]): Period[] {
  const joined: Period[] = []
  for (const { from, to } of [...periods].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
    else joined.push({ from, to })
  }
  return joined
}

/** Returns the parts of `whole` that the periods do not cover. */
export function missingPeriods(periods: readonly Period[], whole: Period): Period[] {
  const missing: Period[] = []
  let next = whole.from
  for (const { from, to } of joinPeriods(periods)) {
    if (to < next) continue
    if (from > whole.to) break
    if (from > next) missing.push({ from: next, to: from - 1 })
    next = Math.max(next, to + 1)
  }
  if (next <= whole.to) missing.push({ from: next, to: whole.to })
  return missing
}
