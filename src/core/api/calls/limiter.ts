import type { Clock } from '../../base/ports.ts'
import { Aborted } from '../http/failure.ts'

/** How many successes widen a narrowed limiter by one step. */
const stepUp = 20
const firstGap = 50
const greatestGap = 5000
const greatestPause = 15 * 60_000

export type Limiter = {
  /** Null when the call may start at once: the common case must not cost a promise. */
  enter(signal: AbortSignal | undefined): Promise<void> | null
  leave(): void
  /** The service said 429: half the calls at once, a growing gap between them, and none until `wait` has passed. */
  slowDown(wait: number): void
  /** Any answer but a 429. */
  answered(): void
  /** Lets everybody go who waits, so that they find the client closed. */
  close(): void
}

/** Keeps an account within what its service bears: a number in flight, and after a 429 a pace. */
export function createLimiter(most: number, clock: Clock): Limiter {
  let allowed = most
  let running = 0
  let gap = 0
  let nextStart = 0
  let successes = 0
  let timer: { cancel(): void } | null = null
  let closed = false
  const queue = new Set<() => void>()

  function free(): boolean {
    // A clock that was set back must not stop the account for hours.
    if (nextStart - clock.now() > greatestPause) nextStart = 0
    return closed || (running < allowed && (nextStart === 0 || clock.now() >= nextStart))
  }
  function start(): void {
    running += 1
    if (gap > 0) nextStart = clock.now() + gap
    else if (nextStart !== 0 && clock.now() >= nextStart) nextStart = 0
  }
  function wake(): void {
    for (const go of queue) {
      if (!free()) break
      queue.delete(go)
      start()
      go()
    }
    if (queue.size === 0 || timer !== null || running >= allowed) return
    timer = clock.after(Math.max(1, nextStart - clock.now()), () => {
      timer = null
      wake()
    })
  }

  return {
    enter(signal) {
      if (queue.size === 0 && free()) {
        start()
        return null
      }
      return new Promise((resolve, reject) => {
        const go = (): void => {
          signal?.removeEventListener('abort', abort)
          resolve()
        }
        const abort = (): void => {
          queue.delete(go)
          reject(new Aborted())
        }
        queue.add(go)
        signal?.addEventListener('abort', abort, { once: true })
        wake()
      })
    },
    leave() {
      running -= 1
      if (queue.size > 0) wake()
    },
    slowDown(wait) {
      const isPausing = clock.now() < nextStart
      nextStart = Math.max(nextStart, clock.now() + wait)
      // A dozen calls in flight that meet the same limit are one sign, not twelve.
      if (isPausing && gap > 0) return
      allowed = Math.max(1, Math.floor(allowed / 2))
      gap = Math.min(greatestGap, Math.max(firstGap, gap * 2))
      successes = 0
      nextStart = Math.max(nextStart, clock.now() + gap)
    },
    answered() {
      if (allowed === most && gap === 0) return
      successes += 1
      if (successes < stepUp) return
      successes = 0
      allowed = Math.min(most, allowed + 1)
      gap = gap <= firstGap ? 0 : gap / 2
    },
    close() {
      closed = true
      timer?.cancel()
      wake()
    },
  }
}
