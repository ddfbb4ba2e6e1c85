import type { Draft } from '#shared/contract/drafts.ts'
import type { DraftFolder } from './store/draft-folder.ts'
import { originOf } from './store/template-origin.ts'

/** Rows that come with a draft when it is opened. The page asks for the rest in parts. */
const firstRows = 500

export function wholeDraft(folder: DraftFolder): Draft {
  const { id, accountId, content, savedAt } = folder.stored
  const { columns, rows } = folder.people
  return {
    id,
    accountId,
    content,
    people: { columns, rows: rows.slice(0, firstRows) },
    recipients: rows.length,
    revision: folder.revision,
    peopleRevision: folder.peopleRevision,
    savedAt,
    template: originOf(folder.stored),
    problems: [],
  }
}
