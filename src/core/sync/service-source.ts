import type { Period } from '#shared/domain/archive/horizon.ts'
import type { JsonObject, JsonValue, Message } from '#shared/domain/messages/record.ts'
import type { ExportRecord, MessageRecord } from '#shared/domain/service/records.ts'
import type { ServiceClient } from '../api/index.ts'
import type { Logger } from '../base/ports.ts'
import type { Source } from './source.ts'

/** The service of an account, as the sync sees it. */
export function serviceSource(client: Pick<ServiceClient, 'exports' | 'statistics'>, logger: Logger): Source {
  const tell = (problems: readonly { reason: string }[]): void => {
    for (const { reason } of problems.slice(0, 5))
      logger.log('warn', 'The sync skipped an unreadable record.', { reason })
  }
  return {
    async *exportAll(period, signal) {
      const download = await client.exports.all('json', range(period), { signal })
      for await (const { records, problems } of download.records()) {
        tell(problems)
        yield { messages: records.map((record) => fromExport(record, period)), problems: problems.length, proved: true }
      }
      yield { messages: [], problems: 0, proved: download.completeness() === 'whole' }
    },
    async page(period, page, pageSize, signal) {
      const { items, problems, total } = await client.statistics.messages(
        { ...range(period), page, pageSize },
        { signal },
      )
      tell(problems)
      return { messages: items.map((record) => fromStatistics(record, period)), problems: problems.length, total }
    },
  }
}

function range({ from, to }: Period): { dateBegin: number; dateEnd: number } {
  return { dateBegin: from * 1000, dateEnd: to * 1000 }
}

function fromExport(record: ExportRecord, period: Period): Message {
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

export function fromStatistics(record: MessageRecord, period: Period): Message {
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

/** It was JSON when it came. */
function asJson(value: Readonly<Record<string, unknown>>): JsonObject {
  return value as JsonObject
}
