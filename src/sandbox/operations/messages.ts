import { json, type Answer } from '../http/answer.ts'
import { readBodyObject, requireKnown } from '../readers/fields.ts'
import { filterFields, pageNotes, readFilter, readPageFields } from '../readers/filter.ts'
import type { Call } from './service.ts'
import type { ClickDetail, MessageRecord, OpenDetail } from '../store/index.ts'
import { wireDate, wireSeconds } from './dates.ts'

const fields = ['page', 'pageSize', ...filterFields]

/** Implements section 4.4 of the service’s documentation. */
export function listMessages({ service, body }: Call): Answer {
  const reading = service.settings
  const given = readBodyObject(body, reading, fields)
  const page = readPageFields(given, reading)
  const filter = readFilter(given, reading, service.clock)
  const { messages, total } = service.store.messages.list(filter, page)
  const answer = json({ messages: messages.map((message) => wireMessage(message, reading.strict)), total })
  return { ...answer, notes: pageNotes(given) }
}

/** Implements section 4.5 of the service’s documentation. */
export function getMessage({ service, params }: Call): Answer {
  const message = requireKnown(service.store.messages.detail(params[0]!), 'message', params[0]!)
  const { from, email, subject, size, open, click } = message
  const { strict } = service.settings
  return json({
    messageId: message.id,
    ...(!strict && detailBeyondDocumentation(message)),
    msg: { receivedAt: wireSeconds(message.createdDate), from, email, subject, size },
    open,
    click,
    ...details(message, strict),
  })
}

/** Here, dates are epoch seconds written as strings, unlike in lists. */
function detailBeyondDocumentation({ id, apiKey, createdDate, lastStateDate, lastState, tags, meta }: MessageRecord) {
  return {
    id,
    apiKey,
    createdDate: String(wireSeconds(createdDate)),
    lastStateDate: String(wireSeconds(lastStateDate)),
    lastState,
    tags,
    meta,
  }
}

/** Converts a message to the form in which section 4.4 of the service’s documentation lists it. */
export function wireMessage(message: MessageRecord, strict: boolean) {
  const { from, email, subject, size } = message
  return {
    id: message.id,
    apiKey: message.apiKey,
    createdDate: wireDate(message.createdDate),
    lastStateDate: wireDate(message.lastStateDate),
    msg: { from, email, subject, size },
    tags: message.tags.length === 0 ? null : message.tags,
    lastState: message.lastState,
    meta: message.meta,
    reason: message.reason,
    open: message.open,
    click: message.click,
    ...details(message, strict),
  }
}

/**
 * Only clicks have dates in the service’s documentation. Unless the sandbox is strict, opens have them, too: without
 * dates, no client could show when people read their mail.
 */
function details(message: MessageRecord, strict: boolean) {
  const recipient = { address: message.email }
  return {
    openDetails: message.openDetails.map(({ date, userAgent }: OpenDetail) => ({
      ...(!strict && { date: wireDate(date) }),
      userAgent,
      recipient,
    })),
    clickDetails: message.clickDetails.map(({ url, date, userAgent }: ClickDetail) => ({
      url,
      date: wireDate(date),
      userAgent,
      recipient,
    })),
  }
}
