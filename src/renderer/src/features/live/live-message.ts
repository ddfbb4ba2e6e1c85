import type { LiveRow } from '#shared/contract/live.ts'
import type { CommandOutput } from '#shared/contract/table.ts'

type Detail = CommandOutput<'live.detail'>['message']
type Message = CommandOutput<'messages.get'>['message']

/**
 * Combines a list row and the service’s details into one message, in the form that the detail view shows. The list
 * provides the state, the tags and the metadata; the details provide the newest events. Returns null if neither has a
 * date.
 */
export function liveMessage(row: LiveRow, detail: Detail | null): Message | null {
  const createdDate = row.createdDate ?? detail?.receivedAt ?? null
  if (createdDate === null) return null
  return {
    ...row,
    // A message read from the service has no archive row, and no more data to load.
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
