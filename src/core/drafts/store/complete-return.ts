import type { Ports } from '../../base/ports.ts'
import type { DraftOnDisk } from './draft-on-disk.ts'

/**
 * Completes a draft that was a send. Erased people have empty rows in a send, because its batches refer to recipients by
 * row number. A draft has no batches, so these rows are removed.
 */
export async function completeReturn(draft: DraftOnDisk, { clock, logger }: Pick<Ports, 'clock' | 'logger'>) {
  const { id, temporary } = draft.stored
  if (temporary) await draft.save({ temporary: false }, clock.now())
  if (draft.hasNoContent) return
  const removed = draft.update((_stored, { columns, rows }) => {
    const people = { columns, rows: rows.filter(({ address }) => address !== '') }
    return people.rows.length === rows.length ? null : { people }
  })
  await removed.catch((error: unknown) => {
    // The draft has already been moved, so a full disk must not make its return fail.
    logger.log('warn', 'Empty rows could not be removed from a draft.', { id, reason: String(error) })
  })
}
