import type { Ports } from '../../base/ports.ts'
import type { DraftOnDisk } from './draft-on-disk.ts'

/**
 * Completes a draft that was a send. Erased people have empty rows in a send, because its batches refer to recipients by
 * row number. A draft has no batches, so these rows are removed.
 */
export async function completeReturn(draft: DraftOnDisk, { clock, logger }: Pick<Ports, 'clock' | 'logger'>) {
  const { id, savedAt, temporary } = draft.stored
  if (temporary) await draft.save({ temporary: false }, clock.now())
  const { columns, rows } = draft.people
  const people = { columns, rows: rows.filter(({ address }) => address !== '') }
  if (people.rows.length === rows.length || draft.hasNoContent) return
  await draft.save({ people }, savedAt).catch((error: unknown) => {
    // The draft has already been moved, so a full disk must not make its return fail.
    logger.log('warn', 'Empty rows could not be removed from a draft.', { id, reason: String(error) })
  })
}
