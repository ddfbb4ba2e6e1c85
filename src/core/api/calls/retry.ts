import type { AppError } from '#shared/contract/base/error.ts'
import type { Clock } from '../../base/ports.ts'

export const mostRetries = 3
const firstPause = 250
const greatestPause = 8000

/** Worth another try: the way there or the service itself had a moment. What the service refused stays refused. */
const passing = new Set(['timeout', 'connection-cut', 'rate-limited', 'proxy-failed', 'network-unreachable'])
const passingStatus = new Set([500, 502, 503, 504, 520, 521, 522, 523, 524])

export function isPassing(error: AppError): boolean {
  return passing.has(error.code) || (error.code === 'service-error' && passingStatus.has(Number(error.details.status)))
}

/** Half of the pause is fixed and half is chance, so that calls that failed together do not come back together. */
export function backoff(retry: number, least = 0): number {
  const pause = Math.min(greatestPause, firstPause * 2 ** retry)
  return Math.max(least, pause / 2) + (Math.random() * pause) / 2
}

export type RetryBudget = { take(): boolean }

/** A service that is down must not also be asked three times as often: so many retries a minute, whoever asks. */
export function createRetryBudget(perMinute: number, clock: Clock): RetryBudget {
  let left = perMinute
  let filledAt = clock.now()
  return {
    take() {
      const now = clock.now()
      left = Math.min(perMinute, left + (Math.max(0, now - filledAt) / 60_000) * perMinute)
      filledAt = now
      if (left < 1) return false
      left -= 1
      return true
    },
  }
}

/** `Retry-After` in milliseconds: seconds, or a date, which is measured by the service's own clock. */
export function readRetryAfter(headers: Readonly<Record<string, unknown>>, now: number): number | null {
  const value = String(headers['retry-after'] ?? '').trim()
  if (value === '') return null
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number(value) * 1000
  const until = Date.parse(value)
  if (Number.isNaN(until)) return null
  const theirs = Date.parse(String(headers.date ?? ''))
  return Math.max(0, until - (Number.isNaN(theirs) ? now : theirs))
}
