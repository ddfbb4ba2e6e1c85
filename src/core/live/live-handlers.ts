import { AppError } from '#shared/contract/base/error.ts'
import type { LiveRow } from '#shared/contract/live.ts'
import { messageEvents } from '#shared/domain/messages/message-events.ts'
import type { JsonObject, JsonValue } from '#shared/domain/messages/record.ts'
import type { MessageRecord } from '#core/api/read/messages.ts'
import type { Extra } from '#shared/domain/service/records.ts'
import type { Accounts } from '../accounts/index.ts'
import type { HandlersOf } from '../base/handlers.ts'
import type { Clock } from '../base/ports.ts'

type Needs = { readonly ports: { readonly clock: Clock }; readonly accounts: Accounts }

/** The maximum number of reasons returned. More would only repeat the first few. */
const mostReasons = 3

/** Searches messages on the service itself. No archive is opened, and nothing that the service returns is stored. */
export function liveHandlers({ ports: { clock }, accounts }: Needs): HandlersOf<'live'> {
  return {
    'live.search': async ({ accountId, from, to, ...rest }, { signal }) => {
      if (to < from) throw new AppError('invalid-input', 'The start date is after the end date. Choose another period.')
      const range = { dateBegin: from * 1000, dateEnd: to * 1000 }
      const { statistics } = accounts.client(accountId)
      const { items, problems, total } = await statistics.messages({ ...range, ...rest }, { signal })
      return {
        rows: items.map(rowOf),
        total,
        problems: problems.length,
        reasons: [...new Set(problems.map(({ reason }) => reason))].slice(0, mostReasons),
        askedAt: clock.now(),
      }
    },
    'live.detail': async ({ accountId, messageId }, { signal }) => {
      const detail = await accounts.client(accountId).statistics.message(messageId, { signal })
      const { msg, open, click } = detail
      const { email, from, subject, receivedAt, size } = msg
      const details = { openDetails: asJson(detail.openDetails), clickDetails: asJson(detail.clickDetails) }
      const unknown = { ...detail.extra, ...msg.extra }
      const extra = Object.keys(unknown).length > 0 ? asObject(unknown) : null
      return {
        message: { id: detail.messageId, email, from, subject, receivedAt, size, open, click, ...details, extra },
        events: messageEvents(details),
        askedAt: clock.now(),
      }
    },
  }
}

function rowOf({ openDetails: _opens, clickDetails: _clicks, extra: _extra, msg, ...record }: MessageRecord): LiveRow {
  const { email, from, subject, size, receivedAt } = msg
  return {
    ...record,
    email,
    from,
    subject,
    size,
    createdDate: record.createdDate ?? receivedAt,
    tags: [...record.tags],
    meta: record.meta && asObject(record.meta),
    reason: record.reason || null,
  }
}

/** The cast is safe, because these fields were parsed from JSON. */
function asObject(value: Extra): JsonObject {
  return value as JsonObject
}

function asJson(details: readonly object[]): JsonValue[] {
  return details as unknown as JsonValue[]
}
