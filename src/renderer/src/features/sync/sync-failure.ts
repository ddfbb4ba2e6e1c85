import type { SyncStatus } from '#shared/contract/sync.ts'

/** Codes of a sync that was stopped or paused, or ended when Mailroom or the account was closed. */
const intended: readonly string[] = ['cancelled', 'aborted']

/** The message of the last sync if it failed; null if it succeeded or was ended on purpose. */
export function syncFailure(status: Pick<SyncStatus, 'lastError'> | null): string | null {
  const error = status?.lastError
  return !error || intended.includes(error.code) ? null : error.message
}
