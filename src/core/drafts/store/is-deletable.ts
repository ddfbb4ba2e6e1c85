import { msPerDay } from '#shared/domain/base/durations.ts'
import type { DraftOnDisk } from './draft-on-disk.ts'
import { isEdited } from './template-origin.ts'

/** How long a removed draft can be restored. */
const restorableFor = 7 * msPerDay

/**
 * Whether a draft is deleted when Mailroom starts, either because nothing in it could be lost or because it was removed
 * long ago.
 */
export async function isDeletable(draft: DraftOnDisk, now: number): Promise<boolean> {
  const { accountId, removedAt } = draft.stored
  if (!isEdited(draft.stored)) return true
  // The content is missing after a crash during creation, or is damaged. A damaged draft is kept with all its files.
  if (accountId === '') return !(await draft.isDamaged())
  return removedAt !== null && removedAt < now - restorableFor
}
