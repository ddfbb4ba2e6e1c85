import { count, date, fields, freeFields, optionalDate, optionalNumber, optionalText } from './fields.ts'
import { resource, text, texts, Unreadable, type Field, type Reader } from './fields.ts'
import { recipient } from './settings.ts'

const summaryFields = {
  receivedAt: optionalDate,
  from: { read: (value: unknown) => recipient(value).address, absent: '' },
  email: { read: (value: unknown) => recipient(value).address, absent: '', also: ['to'] },
  subject: optionalText,
  size: optionalNumber,
}

const readSummary = resource('The summary', summaryFields, { mayBeBare: true })
const noSummary: ReturnType<typeof readSummary> = {
  receivedAt: null,
  from: '',
  email: '',
  subject: '',
  size: null,
  extra: null,
}

const userAgentFields = {
  ip: optionalText,
  latitude: optionalNumber,
  longitude: optionalNumber,
  country: optionalText,
  region: optionalText,
  city: optionalText,
  postcode: optionalText,
  operatingSystem: optionalText,
  language: optionalText,
  browser: optionalText,
  webmail: optionalText,
  deviceType: optionalText,
}
const readUserAgent = resource('The user agent', userAgentFields, { mayBeBare: true })
type UserAgent = ReturnType<typeof readUserAgent>

/** Some services send the complete header line as the user agent. */
const userAgent: Reader<UserAgent | null> = (value) => {
  if (typeof value === 'string') return value === '' ? null : readUserAgent({ browser: value })
  const given = fields(value)
  return Object.keys(given).length === 0 ? null : readUserAgent(given)
}

const eventFields = {
  date: { ...optionalDate, also: ['createdDate', 'createdAt', 'timestamp', 'time'] },
  userAgent: { read: userAgent, absent: null },
  recipient: { read: (value: unknown) => recipient(value).address, absent: '' },
  url: { read: text, absent: '', also: ['link', 'href'] },
}
const readEvent = resource('The event', eventFields, { mayBeBare: true })
/** An open or a click. Some services return only the date. */
export type EventDetail = ReturnType<typeof readEvent>

const bareEvent: EventDetail = { date: null, userAgent: null, recipient: '', url: '', extra: null }

/** Entries may be plain dates or other text; whatever they are, they remain visible. */
const event: Reader<EventDetail> = (value) => {
  if (typeof value === 'string' || typeof value === 'number') {
    try {
      return { ...bareEvent, date: date(value) }
    } catch (thrown) {
      if (!(thrown instanceof Unreadable)) throw thrown
      return { ...bareEvent, extra: { value } }
    }
  }
  try {
    return readEvent(value)
  } catch (thrown) {
    // An unreadable event must not hide its message.
    if (!(thrown instanceof Unreadable)) throw thrown
    return { ...bareEvent, extra: { value } }
  }
}

const events: Field<readonly EventDetail[]> = {
  read: (value) => {
    if (Array.isArray(value)) return value.filter((item) => item !== null).map(event)
    const given = fields(value)
    return Object.keys(given).length === 0 ? [] : [event(given)]
  },
  absent: [],
}

/** Fields documented only for a message in a list. Some services also include them in a message’s detail. */
const undocumentedDetail = {
  apiKey: optionalText,
  createdDate: { ...optionalDate, also: ['createdAt'] },
  lastStateDate: optionalDate,
  tags: { read: texts, absent: [] },
  lastState: optionalText,
  meta: { read: freeFields, absent: null },
}

export const readMessage = resource('The message', {
  id: { read: text, also: ['messageId'] },
  ...undocumentedDetail,
  msg: { read: readSummary, absent: noSummary },
  reason: optionalText,
  open: count,
  click: count,
  openDetails: events,
  clickDetails: events,
})
export type MessageRecord = ReturnType<typeof readMessage>

export const readMessageDetail = resource('The message', {
  messageId: { read: text, also: ['id'] },
  ...undocumentedDetail,
  msg: { read: readSummary, absent: noSummary },
  open: count,
  click: count,
  openDetails: events,
  clickDetails: events,
})
export type MessageDetail = ReturnType<typeof readMessageDetail>
