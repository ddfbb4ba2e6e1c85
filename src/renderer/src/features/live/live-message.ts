import type { LiveRow } from '#shared/contract/live.ts'
import type { CommandOutput } from '#shared/contract/table.ts'

type Detail = CommandOutput<'live.detail'>['message']
type Message = CommandOutput<'messages.get'>['message']

/**
 * A row of the list and the service's details as one message, in the shape that the detail view shows. The list has the
 * state, the tags and the metadata; the details have the newest events. Null if neither has a date.
 */
export function liveMessage(row: LiveRow, detail: Detail | null): Message | null {
  const createdDate = row.createdDate ?? detail?.receivedAt ?? null
  if (createdDate === null) return null
  return {
    ...row,
    // A message of the service has no row in an archive, and nothing more to read.
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
