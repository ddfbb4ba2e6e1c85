import { AppError } from '#shared/contract/base/error.ts'
import type { JsonValue, Message } from '#shared/domain/messages/record.ts'
import type { EventDetail, MessageDetail } from '#core/api/read/messages.ts'
import { fromStatistics } from '#shared/domain/service/to-message.ts'
import type { ServiceClient } from '../api/index.ts'

type Statistics = Pick<ServiceClient['statistics'], 'message' | 'messages'>

const pageSize = 500
/**
 * The maximum number of pages read to find a message by the second of its creation. A newsletter may have created
 * thousands of messages in that second. The message’s detail is always read.
 */
const mostPages = 4

/**
 * The service’s current data about one message. Two operations each return parts of it: the list contains the state, reason
 * and metadata; the detail contains the events. Either is enough; throws if both fail.
 */
export async function askAgain(statistics: Statistics, known: Message, signal: AbortSignal): Promise<Message[]> {
  const results = await Promise.allSettled([fromList(statistics, known, signal), fromDetail(statistics, known, signal)])
  signal.throwIfAborted()
  const found = results.flatMap((result) => (result.status === 'fulfilled' && result.value ? [result.value] : []))
  if (found.length > 0) return found
  const failed = results.findLast((result) => result.status === 'rejected')
  throw failed?.reason ?? new AppError('not-found', 'The service no longer has this message.')
}

/**
 * The service’s current data about a message when only its id is known. Null if the service does not have the message.
 */
export async function lookUpMessage(
  statistics: Statistics,
  { id, email }: { readonly id: string; readonly email: string | undefined },
  signal: AbortSignal,
): Promise<Message | null> {
  try {
    const { msg } = await statistics.message(id, { signal })
    // The list, which contains the rest, is queried by creation time.
    if (msg.receivedAt === null) return null
    return await fromList(statistics, { id, email: email ?? msg.email, createdDate: msg.receivedAt }, signal)
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'not-found') return null
    throw thrown
  }
}

type Listed = Pick<Message, 'id' | 'email' | 'createdDate'>

async function fromList(statistics: Statistics, known: Listed, signal: AbortSignal): Promise<Message | null> {
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

async function fromDetail(statistics: Statistics, known: Message, signal: AbortSignal): Promise<Message | null> {
  const detail = await statistics.message(known.id, { signal })
  // Messages of one send may share an id, in which case the detail may belong to another recipient.
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
