export type CallLogEntry = {
  operation: string
  /** Epoch milliseconds. */
  startedAt: number
  milliseconds: number
  status: number | null
  /** Of the answer's body, before unpacking. */
  bytes: number
  retries: number
  /** Null after a success. */
  errorCode: string | null
}

export type CallLog = {
  add(entry: CallLogEntry): void
  /** Newest first. */
  entries(): CallLogEntry[]
  clear(): void
}

/** The last calls, in a ring buffer: at thousands of calls a second, shifting an array costs more than the calls. */
export function createCallLog(capacity = 500): CallLog {
  let ring: CallLogEntry[] = []
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
    clear() {
      ring = []
      next = 0
    },
  }
}
