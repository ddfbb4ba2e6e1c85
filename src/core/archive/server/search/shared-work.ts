import { cancelledError } from '../connection/server-errors.ts'

const mostAttempts = 3

/**
 * Waits for work that several searches share, until the search is cancelled. The work is cancelled with the search that
 * began it; another waiting search then begins it again. `work` returns the work in progress, or begins it.
 */
export async function sharedWork<Found>(work: () => Promise<Found>, signal?: AbortSignal): Promise<Found> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await untilCancelled(work(), signal)
    } catch (error) {
      const isOthers = (error as { code?: unknown }).code === 'cancelled' && signal?.aborted !== true
      if (!isOthers || attempt === mostAttempts) throw error
    }
  }
}

/** The work may belong to another search, which does not end with this one. */
function untilCancelled<Found>(work: Promise<Found>, signal: AbortSignal | undefined): Promise<Found> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const cancel = (): void => reject(cancelledError({}, signal.reason))
    if (signal.aborted) cancel()
    signal.addEventListener('abort', cancel, { once: true })
    const end = (): void => signal.removeEventListener('abort', cancel)
    work.then(resolve, reject).finally(end)
  })
}
