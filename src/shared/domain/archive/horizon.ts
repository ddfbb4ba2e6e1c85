/** Whole seconds since the epoch, both ends included. */
export type Period = { from: number; to: number }

/**
 * How much of the service's history the archive holds. It travels with every answer, so that no number is shown as
 * complete that is not. Seconds since the epoch; null while nothing of the kind has happened yet.
 */
export type Horizon = {
  /** Nothing older was asked for, or it was removed because the period to keep is over. */
  completeFrom: number | null
  /** Everything created up to here was read, except in the gaps. */
  completeUntil: number | null
  /** Periods inside that are missing: not read yet, or the service failed on them. Oldest first. */
  gaps: Period[]
  /** Periods of which metadata, reasons and open details were not read yet, or have changed since. */
  detailGaps: Period[]
  /** Opens, clicks and late states that happened before are known for messages inside the window of that time. */
  opensRefreshedUntil: number | null
  /** When the last sync ended well. */
  lastSync: number | null
}

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

/** What of `whole` the periods leave open. */
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
