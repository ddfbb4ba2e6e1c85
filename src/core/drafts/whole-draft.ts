import type { Draft } from '#shared/contract/drafts.ts'
import type { DraftOnDisk } from './store/draft-on-disk.ts'
import { originOf } from './store/template-origin.ts'

/** How many rows are returned when a draft is opened. The page requests the rest in parts. */
const firstRows = 500

/** Waits for a save in progress, whose recipients are visible before its content. */
export function wholeDraft(draft: DraftOnDisk): Promise<Draft> {
  return draft.alone(() => {
    const { id, accountId, content, savedAt } = draft.stored
    const { columns, rows } = draft.people
    return Promise.resolve({
      id,
      accountId,
      content,
      people: { columns, rows: rows.slice(0, firstRows) },
      recipients: rows.length,
      revision: draft.revision,
      peopleRevision: draft.peopleRevision,
      savedAt,
      template: originOf(draft.stored),
      problems: [],
    })
  })
}
