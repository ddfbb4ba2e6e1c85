/**
 * Reads `Retry-After` as milliseconds; null if it is missing or unreadable. The header contains either seconds or a date,
 * which is compared with the service’s clock.
 */
export function readRetryAfter(headers: Readonly<Record<string, unknown>>, now: number): number | null {
  const value = String(headers['retry-after'] ?? '').trim()
  if (value === '') return null
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number(value) * 1000
  const until = Date.parse(value)
  if (Number.isNaN(until)) return null
  const sent = Date.parse(String(headers.date ?? ''))
  return Math.max(0, until - (Number.isNaN(sent) ? now : sent))
}
