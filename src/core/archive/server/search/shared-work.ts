const mostAttempts = 3

/**
 * Waits for work that several searches share, and that is cancelled with the one that began it: the next one begins it
 * again. `work` returns what is under way, or begins it.
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
