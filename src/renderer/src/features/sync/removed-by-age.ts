const day = 86_400_000

/**
 * Returns the query for messages that a shorter retention period removes at the next sync; null if the new period is
 * not shorter.
 */
export function queryForRemoved(keepDays: number | undefined, before: number | null, now: number): string | null {
  if (keepDays === undefined || (before !== null && keepDays >= before)) return null
  // No message is dated before 1970, and queries cannot express earlier years.
  const first = new Date(Math.max(now - keepDays * day, Date.UTC(1970, 0, 1)))
  return `before:${first.toISOString().slice(0, 16)}`
}
