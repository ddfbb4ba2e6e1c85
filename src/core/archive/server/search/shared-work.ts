const mostAttempts = 3

/**
 * Waits for work that several searches share. The work is cancelled with the search that began it; another waiting
 * search then begins it again. `work` returns the work in progress, or begins it.
 */
export async function sharedWork<Found>(work: () => Promise<Found>, signal?: AbortSignal): Promise<Found> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const isOthers = (error as { code?: unknown }).code === 'cancelled' && signal?.aborted !== true
      if (!isOthers || attempt === mostAttempts) throw error
    }
  }
}
