import type { CallLogEntry } from '#shared/contract/accounts.ts'
import type { AppError } from '#shared/contract/base/error.ts'

export type CallLog = {
  /**
   * A stream’s entry changes until the stream has ended. `error` is null after a success, and is not kept in the log.
   */
  add(entry: CallLogEntry, error: AppError | null): void
  /** Returns the entries, newest first. */
  entries(): CallLogEntry[]
}

const capacity = 500

/**
 * Keeps the last calls in a ring buffer: at thousands of calls per second, shifting an array would cost more than the
 * calls.
 */
export function createCallLog(): CallLog {
  const ring: CallLogEntry[] = []
  let next = 0
  return {
    add(entry) {
      if (ring.length < capacity) ring.push(entry)
      else ring[next] = entry
      next = (next + 1) % capacity
    },
    entries() {
      const oldestFirst = ring.length < capacity ? ring : [...ring.slice(next), ...ring.slice(0, next)]
      return oldestFirst.toReversed()
    },
  }
}
