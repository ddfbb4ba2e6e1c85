const day = 86_400_000

/** The search for what a shorter time to keep removes at the next sync; null where it removes nothing. */
export function removedBy(keepDays: number | undefined, before: number | null, now: number): string | null {
  if (keepDays === undefined || (before !== null && keepDays >= before)) return null
  // Years that a query cannot write hold no mail either.
  const first = new Date(Math.max(now - keepDays * day, Date.UTC(1970, 0, 1)))
  return `before:${first.toISOString().slice(0, 16)}`
}
