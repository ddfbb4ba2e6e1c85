import type { LiveRow } from '#shared/contract/live.ts'
import type { CommandOutput } from '#shared/contract/table.ts'

type Detail = CommandOutput<'live.detail'>['message']
type Shown = CommandOutput<'messages.get'>['message']

/**
 * A row of the list and the service's own detail as one message, in the shape the detail view shows. Each knows what the
 * other lacks: the list has state, tags and metadata, the detail the newest events. Null where neither has a date.
 */
export function shownMessage(row: LiveRow, detail: Detail | null): Shown | null {
  const createdDate = row.createdDate ?? detail?.receivedAt ?? null
  if (createdDate === null) return null
  return {
    ...row,
    // No place in an archive, and nothing left to read.
    row: 0,
    complete: true,
    createdDate,
    lastStateDate: row.lastStateDate ?? createdDate,
    size: row.size ?? detail?.size ?? 0,
    ...(detail && { open: detail.open, click: detail.click }),
    ...(detail && { openDetails: detail.openDetails, clickDetails: detail.clickDetails }),
    ...(detail?.extra && { extra: detail.extra }),
  }
}
