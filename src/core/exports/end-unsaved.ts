import type { ExportEntry } from '#shared/contract/exports.ts'
import type { Jobs } from '../jobs/index.ts'
import type { History } from './history/history.ts'

const text = 'The export was cancelled because a person was erased. Run the export again to get the file.'

/**
 * Cancels running exports whose files would be kept in Mailroom until they are saved, because the part that has already
 * been written may name an erased person. Resolves when they have ended.
 */
export async function endUnsaved(running: readonly ExportEntry[], jobs: Jobs, history: History): Promise<void> {
  // An export without a job has not written anything yet.
  const ends = running
    .filter(({ jobId }) => jobId !== '')
    .map(async ({ id, jobId }) => {
      await jobs.end(jobId)
      const isCancelled = history.list().some((entry) => entry.id === id && entry.state === 'cancelled')
      if (isCancelled) await history.change(id, { text })
    })
  await Promise.all(ends)
}
