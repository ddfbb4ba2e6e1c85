import { z } from 'zod'
import {
  listedFields,
  longestMetaKey,
  longestPrefix,
  longestSearch,
  longestWord,
  mostRowRanges,
  sortFields,
  textFields,
} from './base/search-limits.ts'
import { horizon } from './archive.ts'
import { command } from './base/define.ts'
import { freeObject } from './base/free-object.ts'

const accountId = z.string().max(80)
const json = z.json()

const rowShape = {
  /** The record’s number in the archive. Newer records have higher numbers. */
  row: z.number().int(),
  /**
   * Whether the metadata, the reason and the details of opens have been read. A record that comes only from an export
   * lacks them.
   */
  complete: z.boolean(),
  /** All messages of a send may have the same id, which identifies a record only together with `email`. */
  id: z.string(),
  email: z.string(),
  from: z.string(),
  subject: z.string(),
  /** The API key’s id. */
  apiKey: z.string(),
  /** In bytes. */
  size: z.number(),
  /** Epoch milliseconds. */
  createdDate: z.number(),
  lastStateDate: z.number(),
  lastState: z.string(),
  tags: z.array(z.string()),
  open: z.number().int(),
  click: z.number().int(),
  /** Null if there is none. Absent if the record has only been read from an export, which has no such field. */
  meta: freeObject.nullable().optional(),
  reason: z.string().nullable().optional(),
}
/** Unknown fields are allowed, because a service may add some to its messages. They are left out of the row. */
export const messageRow = z.object(rowShape)
export type MessageRow = z.infer<typeof messageRow>

export const storedMessage = z.strictObject({
  ...rowShape,
  openDetails: z.array(json).optional(),
  clickDetails: z.array(json).optional(),
  /** Fields of the response that Mailroom doesn’t know. */
  extra: freeObject.optional(),
})
export type StoredMessage = z.infer<typeof storedMessage>

const text = z.string().max(longestSearch)
const zone = z.string().max(80)
/** A word in `text` matches as a prefix wherever it occurs, unless it is in quotes or follows `=`. */
const scope = { accountId, text, zone }

/**
 * If `exact` is false, the number is an estimate from the part searched so far. `messages.count` returns the exact one.
 */
const count = z.strictObject({ value: z.number().int(), exact: z.boolean() })
export type Count = z.infer<typeof count>

const sortField = z.enum(sortFields)
export type SortField = z.infer<typeof sortField>
export const messageSort = z.strictObject({ field: sortField, descending: z.boolean() })
export type Sort = z.infer<typeof messageSort>

const rowRange = z.strictObject({ first: z.number().int().min(0), last: z.number().int().min(0) })
/** Ranges of positions in a sorted search. Both ends are included. */
export const rowRanges = z.array(rowRange).max(mostRowRanges)
/**
 * A range of positions, with the rows at both of its ends, because positions change as messages arrive. A row that the
 * page has not read is null.
 */
const selectedRange = rowRange.extend({
  firstRow: z.number().int().nullable(),
  lastRow: z.number().int().nullable(),
})

const listedField = z.enum(listedFields)
export type ListedField = z.infer<typeof listedField>

const valuesInput = z.strictObject({
  accountId,
  field: listedField,
  key: z.string().max(longestMetaKey).nullable(),
  prefix: z.string().max(longestPrefix),
})
/** Most frequent first. If there are too many values to count them all, the newest are listed, without counts. */
const listedValues = z.array(z.strictObject({ value: z.string(), messages: z.number().int().nullable() }))

const event = z.strictObject({
  kind: z.enum(['open', 'click']),
  date: z.number().nullable(),
  url: z.string(),
  ip: z.string(),
  client: z.string(),
  /** Everything known about the program that sent the request, on one line. Used to tell machines from people. */
  agent: z.string(),
  device: z.string(),
  place: z.string(),
  language: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
})

export type MessageEvent = z.infer<typeof event>

/**
 * A message sent from this app, as its recipient received it. It is kept here because the service returns only reports
 * about messages, not the messages themselves.
 */
const sentMessage = z.strictObject({
  /** Epoch milliseconds. */
  at: z.number(),
  text: z.string(),
  /** Empty if no HTML was sent. Its images, named by content id, are not kept. */
  html: z.string(),
})
export type SentMessage = z.infer<typeof sentMessage>

const wholeMessage = z.strictObject({
  message: storedMessage,
  events: z.array(event),
  /** Null if Mailroom did not send the message, or is not allowed to keep it. */
  sent: sentMessage.nullable(),
  /** How fresh the message’s state and opens are. */
  horizon,
})

const dayBar = z.strictObject({
  day: z.number(),
  count: z.number().int(),
  /** How many of `count` are in the states that `state:failed` and `state:pending` find. */
  failed: z.number().int(),
  waiting: z.number().int(),
})

/** Identifies a message by its row in this archive, or by its id and recipient, which links from other archives use. */
const messageName = z
  .strictObject({
    accountId,
    row: z.number().int().optional(),
    id: z.string().min(1).max(1000).optional(),
    /**
     * All messages of a send may have the same id. If the recipient is not given, the newest message with the id is
     * meant.
     */
    email: z.string().max(320).optional(),
  })
  .refine(({ row, id }) => (row === undefined) !== (id === undefined), 'Identify the message by its row or its ID.')

const searchInput = z.strictObject({
  ...scope,
  sort: messageSort.optional(),
  offset: z.number().int().min(0),
  limit: z.number().int().min(1).max(500),
})
const searchOutput = z.strictObject({ rows: z.array(messageRow), offset: z.number().int(), count, horizon })

const asker = z.string().max(80)
const messageCount = z.strictObject({ ...count.shape, horizon })

export const messages = {
  'messages.search': command(searchInput, searchOutput),
  /**
   * Like `messages.search`, for searches that may take long, such as sorts. Ends an earlier search by the same asker,
   * which then returns null.
   */
  'messages.searchSuperseding': command(z.strictObject({ ...searchInput.shape, asker }), searchOutput.nullable()),
  /**
   * Returns the messages’ positions among all matches of a search, as of now: positions change when other messages
   * arrive. A message that does not match has the position null.
   */
  'messages.positions': command(
    z.strictObject({ ...scope, sort: messageSort.optional(), rows: z.array(z.number().int()).max(200) }),
    z.strictObject({ positions: z.array(z.number().int().nullable()), count: z.number().int() }),
  ),
  'messages.count': command(z.strictObject(scope), messageCount),
  /**
   * Like `messages.count`, for counts that may take long. Ends an earlier count by the same asker, which then returns
   * null.
   */
  'messages.countSuperseding': command(z.strictObject({ ...scope, asker }), messageCount.nullable()),
  /** Ends the asker’s unfinished search or count, which is no longer needed. */
  'messages.cancel': command(z.strictObject({ asker }), z.void()),
  'messages.histogram': command(
    z.strictObject(scope),
    /** One bar per day in `zone`, oldest first; days without messages are left out. */
    z.strictObject({ bars: z.array(dayBar), horizon }),
  ),
  /** Values in the entire archive that begin with the prefix. */
  'messages.values': command(valuesInput, listedValues),
  /**
   * Like `messages.values`, but returns only values that occur in the matches of `text`, which is the search without
   * the condition that the user is choosing. Ends an earlier request by the same asker, which then returns null.
   */
  'messages.valuesSuperseding': command(
    z.strictObject({ ...valuesInput.shape, text, zone, asker }),
    listedValues.nullable(),
  ),
  /**
   * Returns words in the archive of which the given word may be a misspelling, or none if the archive contains words
   * that begin with it.
   */
  'messages.nearest': command(
    z.strictObject({ accountId, word: z.string().max(longestWord), field: z.enum(textFields).nullable() }),
    z.array(z.string()),
  ),
  /** A message named by its id is read from the service if it is not in the archive. */
  'messages.get': command(messageName, wholeMessage),
  /** Reads a single message again from the service, and stores the result. */
  'messages.refresh': command(z.strictObject({ accountId, row: z.number().int() }), wholeMessage),
  /** A search’s rows as tab-separated text, for the clipboard. */
  'messages.copy': command(
    z.strictObject({
      ...scope,
      sort: messageSort.optional(),
      ranges: z.array(selectedRange).max(mostRowRanges),
    }),
    z.strictObject({ text: z.string(), rows: z.number().int() }),
  ),
}
