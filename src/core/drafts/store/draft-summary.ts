import type { DraftSummary } from '#shared/contract/drafts.ts'
import { previewLine } from '#shared/domain/drafts/preview-line.ts'
import type { DraftOnDisk } from './draft-on-disk.ts'
import { originOf } from './template-origin.ts'

export function summaryOf({ stored, people: { rows } }: DraftOnDisk): DraftSummary {
  const { id, accountId, content, savedAt } = stored
  const to = rows.slice(0, 3).map(({ address }) => address)
  return {
    id,
    accountId,
    subject: content.subject,
    preview: previewLine(content),
    to,
    recipients: rows.length,
    parts: content.parts.length,
    savedAt,
    template: originOf(stored),
  }
}
