import type { SyncStatus } from '#shared/contract/sync.ts'

/** Error codes of a sync that was stopped or paused, or that ended because Mailroom or the account was closed. */
const intended: readonly string[] = ['cancelled', 'aborted']

/** Returns the error message of the last sync if it failed; null if it succeeded or was stopped intentionally. */
export function syncFailure(status: Pick<SyncStatus, 'lastError'> | null): string | null {
  const error = status?.lastError
  return !error || intended.includes(error.code) ? null : error.message
}
