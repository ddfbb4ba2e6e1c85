import type { AppError } from '#shared/contract/base/error.ts'
import type { Clock } from '../../base/ports.ts'

export const mostRetries = 3
const firstPause = 250
const greatestPause = 8000

const transientCodes = new Set(['timeout', 'connection-cut', 'rate-limited', 'proxy-failed', 'network-unreachable'])
const transientStatuses = new Set([500, 502, 503, 504, 520, 521, 522, 523, 524])

/** Whether another attempt may succeed, because the connection or the service itself failed. A refusal is final. */
export function isTransient(error: AppError): boolean {
  if (transientCodes.has(error.code)) return true
  return error.code === 'service-error' && transientStatuses.has(Number(error.details.status))
}

/**
 * Returns a pause in milliseconds. Half of it is fixed and half is random, so that calls that failed together are not
 * repeated together.
 */
export function backoff(retry: number, least = 0): number {
  const pause = Math.min(greatestPause, firstPause * 2 ** retry)
  return Math.max(least, pause / 2) + (Math.random() * pause) / 2
}

/**
 * Limits the retries per minute of all of an account’s calls together, so that a service that is down does not get
 * several times as many requests.
 */
export class RetryBudget {
  readonly #perMinute: number
  readonly #clock: Clock
  #left: number
  #filledAt: number

  constructor(perMinute: number, clock: Clock) {
    this.#perMinute = perMinute
    this.#clock = clock
    this.#left = perMinute
    this.#filledAt = clock.now()
  }

  /** Returns false if no retry is left. */
  take(): boolean {
    const now = this.#clock.now()
    const refill = (Math.max(0, now - this.#filledAt) / 60_000) * this.#perMinute
    this.#left = Math.min(this.#perMinute, this.#left + refill)
    this.#filledAt = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
