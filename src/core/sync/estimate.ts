import type { SyncEstimate, SyncOptions } from '#shared/contract/sync.ts'

const bytesPerMessage = 800
const messagesPerSecond = 20_000
const messagesPerExport = 16_000
const messagesPerPage = 500
const secondsPerPage = 0.15

/** `total` is null if the service does not say how many messages there are. */
export function estimateOf(total: number | null, { callsPerMinute, details }: SyncOptions): SyncEstimate {
  if (total === null) return { messages: null, calls: null, seconds: null, bytes: null }
  const pages = details ? Math.ceil(total / messagesPerPage) : 0
  const calls = Math.ceil(total / messagesPerExport) + 1 + pages
  const paced = callsPerMinute === null ? 0 : (calls / callsPerMinute) * 60
  const seconds = Math.max(Math.ceil(total / messagesPerSecond + pages * secondsPerPage), Math.ceil(paced))
  return { messages: total, calls, seconds, bytes: total * bytesPerMessage }
}
