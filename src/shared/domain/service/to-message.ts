import type { Period } from '../archive/horizon.ts'
import type { JsonObject, JsonValue, Message } from '../messages/record.ts'
import type { ExportRecord, Extra } from './records.ts'

/**
 * Converts an export record to a message. If the creation date is missing, the start of the requested period is used.
 */
export function fromExport(record: ExportRecord, period: Period): Message {
  const { createdDate, lastStateDate, size, tags, extra, ...rest } = record
  const created = createdDate ?? period.from * 1000
  const message: Message = {
    ...rest,
    size: size ?? 0,
    tags: [...tags],
    createdDate: created,
    lastStateDate: lastStateDate ?? created,
  }
  if (extra) message.extra = asJson(extra)
  return message
}

/** A record from the service’s message search, which also contains metadata and details. */
type SearchRecord = Pick<Message, 'id' | 'apiKey' | 'lastState' | 'open' | 'click'> &
  Pick<ExportRecord, 'createdDate' | 'lastStateDate' | 'tags' | 'extra'> & {
    msg: Pick<Message, 'email' | 'from' | 'subject'> & {
      receivedAt: number | null
      size: number | null
      extra: Extra | null
    }
    meta: Extra | null
    reason: string
    openDetails: readonly object[]
    clickDetails: readonly object[]
  }

export function fromStatistics(record: SearchRecord, period: Period): Message {
  const { createdDate, lastStateDate, msg, tags, meta, reason, openDetails, clickDetails, extra, ...rest } = record
  const created = createdDate ?? msg.receivedAt ?? period.from * 1000
  const message: Message = {
    ...rest,
    email: msg.email,
    from: msg.from,
    subject: msg.subject,
    size: msg.size ?? 0,
    tags: [...tags],
    createdDate: created,
    lastStateDate: lastStateDate ?? created,
    meta: meta === null ? null : asJson(meta),
    reason: reason === '' ? null : reason,
    openDetails: openDetails as unknown as JsonValue[],
    clickDetails: clickDetails as unknown as JsonValue[],
  }
  const unknown = { ...extra, ...msg.extra }
  if (Object.keys(unknown).length > 0) message.extra = asJson(unknown)
  return message
}

/** The value was parsed from JSON, so it contains only JSON values. */
function asJson(value: Readonly<Record<string, unknown>>): JsonObject {
  return value as JsonObject
}
