import type { SyncStatus } from '#shared/contract/sync.ts'

/** How a sync ends that was stopped, paused, or closed together with Mailroom or the account. */
const wanted: readonly string[] = ['cancelled', 'aborted']

/** The sentence of the last sync that failed by itself; null where there is nothing to tell. */
export function syncFailure(status: Pick<SyncStatus, 'lastError'> | null): string | null {
  const error = status?.lastError
  return !error || wanted.includes(error.code) ? null : error.message
}
