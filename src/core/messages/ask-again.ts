import { AppError } from '#shared/contract/base/error.ts'
import type { JsonValue, Message } from '#shared/domain/messages/record.ts'
import type { EventDetail, MessageDetail } from '#shared/domain/service/records.ts'
import type { ServiceClient } from '../api/index.ts'
import { fromStatistics } from '../sync/service-source.ts'

type Statistics = Pick<ServiceClient['statistics'], 'message' | 'messages'>

const pageSize = 500
/** A newsletter puts thousands of messages into one second; its own details are asked for in any case. */
const mostPages = 4

/**
 * What the service says now about one message. Two operations know parts of it: the list has state, reason and
 * metadata, the detail has the events. Either alone is news; fails when neither answers.
 */
export async function askAgain(statistics: Statistics, known: Message, signal: AbortSignal): Promise<Message[]> {
  const answers = await Promise.allSettled([listed(statistics, known, signal), detailed(statistics, known, signal)])
  signal.throwIfAborted()
  const news = answers.flatMap((answer) => (answer.status === 'fulfilled' && answer.value ? [answer.value] : []))
  if (news.length > 0) return news
  const refused = answers.findLast((answer) => answer.status === 'rejected')
  throw refused?.reason ?? new AppError('not-found', 'The service does not know this message any more.')
}

async function listed(statistics: Statistics, known: Message, signal: AbortSignal): Promise<Message | null> {
  const from = Math.floor(known.createdDate / 1000)
  const period = { from, to: from + 1 }
  for (let page = 1; page <= mostPages; page++) {
    const range = { dateBegin: period.from * 1000, dateEnd: period.to * 1000 }
    const { items, problems } = await statistics.messages({ ...range, page, pageSize }, { signal })
    const found = items.find((item) => item.id === known.id && same(item.msg.email, known.email))
    if (found) return fromStatistics(found, period)
    if (items.length + problems.length === 0) return null
  }
  return null
}

async function detailed(statistics: Statistics, known: Message, signal: AbortSignal): Promise<Message | null> {
  const detail = await statistics.message(known.id, { signal })
  // A send to several may share its id: the detail is then that of another recipient.
  if (detail.msg.email !== '' && !same(detail.msg.email, known.email)) return null
  return { ...known, open: detail.open, click: detail.click, ...eventsOf(detail, known.email) }
}

function eventsOf(detail: MessageDetail, email: string): { openDetails: JsonValue[]; clickDetails: JsonValue[] } {
  const own = (events: readonly EventDetail[]) =>
    events.filter(({ recipient }) => recipient === '' || same(recipient, email)) as unknown as JsonValue[]
  return { openDetails: own(detail.openDetails), clickDetails: own(detail.clickDetails) }
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
