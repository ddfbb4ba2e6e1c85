import { z } from 'zod'
import { listedFields, longestMetaKey, longestPrefix, longestSearch, sortFields } from '../domain/messages/search.ts'
import { verdictKinds } from '../domain/recipients/recipient.ts'
import { command } from './base/define.ts'
import { freeObject } from './base/free-object.ts'

const accountId = z.string().max(80)
const json = z.json()
const second = z.number().int()

export const period = z.strictObject({ from: second, to: second })

/** How complete the archive is: it travels with every answer. */
export const horizon = z.strictObject({
  completeFrom: second.nullable(),
  completeUntil: second.nullable(),
  gaps: z.array(period),
  /** Periods whose metadata and single opens are not read yet. */
  detailGaps: z.array(period),
  opensRefreshedUntil: second.nullable(),
  lastSync: second.nullable(),
})

const rowShape = {
  row: z.number().int(),
  complete: z.boolean(),
  id: z.string(),
  email: z.string(),
  from: z.string(),
  subject: z.string(),
  apiKey: z.string(),
  size: z.number(),
  createdDate: z.number(),
  lastStateDate: z.number(),
  lastState: z.string(),
  tags: z.array(z.string()),
  open: z.number().int(),
  click: z.number().int(),
  meta: freeObject.nullable().optional(),
  reason: z.string().nullable().optional(),
}
/** Not strict: a message may carry fields of its service that nobody knows, and a row leaves them out. */
export const messageRow = z.object(rowShape)
export const storedMessage = z.strictObject({
  ...rowShape,
  openDetails: z.array(json).optional(),
  clickDetails: z.array(json).optional(),
  extra: freeObject.optional(),
})

const text = z.string().max(longestSearch)
const zone = z.string().max(80)
/** The last word of `text` matches as a beginning, unless a space or quote ends it: while typed, and afterwards the same. */
const scope = { accountId, text, zone }
const count = z.strictObject({ value: z.number().int(), exact: z.boolean() })
const sort = z.strictObject({ field: z.enum(sortFields), descending: z.boolean() })

const event = z.strictObject({
  kind: z.enum(['open', 'click']),
  date: z.number().nullable(),
  url: z.string(),
  ip: z.string(),
  client: z.string(),
  /** All that was said about the program that asked, in one line: what tells a machine from a person. */
  agent: z.string(),
  device: z.string(),
  place: z.string(),
  language: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
})

const wholeMessage = z.strictObject({
  message: storedMessage,
  events: z.array(event),
  /** Null where it was not sent from here, or nothing of it may be kept. */
  sent: z.strictObject({ at: z.number(), text: z.string() }).nullable(),
})
export type MessageEvent = z.infer<typeof event>

const recipientCounters = z.strictObject({
  messages: z.number().int(),
  delivered: z.number().int(),
  hardbounced: z.number().int(),
  softbounced: z.number().int(),
  notSent: z.number().int(),
  open: z.number().int(),
  click: z.number().int(),
  opener: z.number().int(),
  clicker: z.number().int(),
  unsubscribed: z.number().int(),
  complaint: z.number().int(),
})

export const recipient = z.strictObject({
  email: z.string(),
  counters: recipientCounters,
  lastDelivery: z.number().nullable(),
  firstMessage: z.number().nullable(),
  lastMessage: z.number().nullable(),
  lastFailure: messageRow.nullable(),
  messages: z.array(messageRow),
  total: z.number().int(),
  /** They were erased from this archive: there is nothing, and no sync brings it back. */
  erased: z.boolean(),
  verdict: z.strictObject({ kind: z.enum(verdictKinds), sentence: z.string() }),
  horizon,
})

/** What the service itself says about a recipient, apart from our own records. */
export const serviceRecipient = z.strictObject({
  counters: z.record(z.string(), z.number().nullable()),
  blacklists: z.array(
    z.strictObject({
      type: z.string(),
      /** Null where this account cannot look an address up. */
      listed: z.boolean().nullable(),
      date: z.number().nullable(),
      reason: z.string(),
    }),
  ),
})
export type ServiceRecipient = z.infer<typeof serviceRecipient>

export const messages = {
  'messages.search': command(
    z.strictObject({
      ...scope,
      sort: sort.optional(),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    z.strictObject({ rows: z.array(messageRow), offset: z.number().int(), count, horizon }),
  ),
  /** Where messages stand among all that a search finds, null for one that it does not find: others may have come in. */
  'messages.places': command(
    z.strictObject({ ...scope, sort: sort.optional(), rows: z.array(z.number().int()).max(200) }),
    z.strictObject({ places: z.array(z.number().int().nullable()), count: z.number().int() }),
  ),
  'messages.count': command(z.strictObject(scope), z.strictObject({ ...count.shape, horizon })),
  'messages.histogram': command(
    z.strictObject(scope),
    z.strictObject({ bars: z.array(z.strictObject({ day: z.number(), count: z.number().int() })), horizon }),
  ),
  /** Values seen so far, for completion; the most frequent first. */
  'messages.values': command(
    z.strictObject({
      accountId,
      field: z.enum(listedFields),
      key: z.string().max(longestMetaKey).nullable(),
      prefix: z.string().max(longestPrefix),
    }),
    z.array(z.strictObject({ value: z.string(), messages: z.number().int().nullable() })),
  ),
  'messages.get': command(z.strictObject({ accountId, row: z.number().int() }), wholeMessage),
  /** Asks the service about one message, and keeps what it says. */
  'messages.refresh': command(z.strictObject({ accountId, row: z.number().int() }), wholeMessage),
  /** Rows of a search as tab-separated text, for the clipboard. */
  'messages.copy': command(
    z.strictObject({
      ...scope,
      sort: sort.optional(),
      ranges: z.array(z.strictObject({ first: z.number().int().min(0), last: z.number().int().min(0) })).max(100),
    }),
    z.strictObject({ text: z.string(), rows: z.number().int() }),
  ),
  'recipients.get': command(
    z.strictObject({
      accountId,
      email: z.string().min(1).max(320),
      zone,
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    recipient,
  ),
  'recipients.askService': command(z.strictObject({ accountId, email: z.string().min(1).max(320) }), serviceRecipient),
  /** Removes a person from the archive, for good: a later sync does not bring them back. */
  'recipients.erase': command(
    z.strictObject({ accountId, email: z.string().min(1).max(320) }),
    z.strictObject({ messages: z.number().int(), erasedAt: z.number(), note: z.string() }),
  ),
}

export const archive = {
  'archive.info': command(
    z.strictObject({ accountId }),
    z.strictObject({
      messages: z.number().int(),
      oldest: second.nullable(),
      newest: second.nullable(),
      bytes: z.number(),
      horizon,
    }),
  ),
  /** One file with everything, made while reading and writing go on. */
  'archive.backUp': command(z.strictObject({ accountId }), z.strictObject({ jobId: z.string() })),
  'archive.check': command(z.strictObject({ accountId }), z.strictObject({ jobId: z.string() })),
  /** Writes the search index anew from the records. */
  'archive.rebuild': command(z.strictObject({ accountId }), z.strictObject({ jobId: z.string() })),
}
