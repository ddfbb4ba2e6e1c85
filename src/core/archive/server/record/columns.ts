import type { JsonObject, Message, StoredMessage } from '#shared/domain/messages/record.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { longestWhole } from '../../engine/index/terms.ts'
import type { Details } from '../../engine/statistics/details/read-details.ts'
import type { ServerRow } from '../connection/server-database.ts'
import { joinSql, sql } from '../connection/sql.ts'
import { isStorable, longestTerm } from '../connection/storable.ts'
import { lexemesOf } from './lexemes.ts'

/** The columns of `message`, in the order of a COPY line. */
const columnNames = [
  'row',
  'created',
  'state_at',
  'size',
  'opens',
  'clicks',
  'known',
  'id',
  'email',
  'recipient',
  'sender',
  'subject',
  'api_key',
  'state',
  'tags',
  'meta',
  'reason',
  'open_details',
  'click_details',
  'extra',
  'exact',
  'terms',
] as const

export const copyMessages = `COPY message (${columnNames.join(', ')}) FROM STDIN`

/** The columns that `messageOfRow` needs. */
export const recordColumns = joinSql(
  [
    sql`row, created, state_at, size, opens, clicks, known, id, email, sender, subject, api_key, state, tags`,
    sql`meta, reason, open_details, click_details, extra, exact`,
  ],
  ', ',
)

/** The columns that `detailsOfRow` needs, and those that decide which rows have details. */
export const detailColumns = sql`row, created, state_at, opens, clicks, known, state, reason, open_details, click_details, exact`

/** Bits of `known` that mark the fields reported by the service, even as null. */
const [metaKnown, reasonKnown] = [1, 2]

/** The server can store up to a megabyte of terms per record. */
const mostTermBytes = 900_000

/** The address in its searchable form. */
export function recipientOf(email: string): string {
  return cleaned(fold(email).slice(0, longestWhole))
}

/** A line for COPY, without the row. */
export function copiedFields(record: Message): string {
  const terms = lexemesOf(record)
  const isOdd = !isPlain(record, terms)
  const { id, email, from, subject, apiKey, lastState, tags, meta, reason, openDetails, clickDetails, extra } = record
  const recipient = recipientOf(email)
  const exact = isOdd ? JSON.stringify({ ...record }) : null
  const fields = [
    String(whole(record.createdDate)),
    String(whole(record.lastStateDate)),
    String(whole(record.size)),
    String(Math.min(whole(record.open), largestInteger)),
    String(Math.min(whole(record.click), largestInteger)),
    String((meta === undefined ? 0 : metaKnown) + (reason === undefined ? 0 : reasonKnown)),
    text(id),
    text(email),
    escaped(recipient),
    text(from),
    text(subject),
    text(apiKey),
    text(lastState),
    arrayText(tags),
    isOdd || meta == null ? none : escaped(JSON.stringify(meta)),
    reason == null ? none : text(reason),
    isOdd || !openDetails ? none : escaped(JSON.stringify(openDetails)),
    isOdd || !clickDetails ? none : escaped(JSON.stringify(clickDetails)),
    isOdd || !extra ? none : escaped(JSON.stringify(extra)),
    exact === null ? none : escaped(exact),
    isOdd ? '' : termsText(terms),
  ]
  return `${fields.join('\t')}\n`
}

const none = '\\N'
const largestInteger = 2 ** 31 - 1

/** Whether the columns represent the record exactly, and its terms are complete. */
function isPlain(record: Message, terms: ReadonlySet<string>): boolean {
  const { id, email, from, subject, apiKey, lastState, tags, reason } = record
  const texts = [id, email, from, subject, apiKey, lastState, ...tags, reason ?? '']
  if (!texts.every(isStorable)) return false
  if ([email, from, ...tags].some((each) => each.length >= longestWhole || fold(each).length >= longestWhole))
    return false
  const numbers = [record.size, record.open, record.click, record.createdDate, record.lastStateDate]
  if (!numbers.every(Number.isSafeInteger)) return false
  if (record.open > largestInteger || record.click > largestInteger || Math.min(...numbers) < 0) return false
  let bytes = 0
  for (const each of terms) {
    if (each.length > longestTerm || !isStorable(each)) return false
    bytes += each.length * 3
  }
  return bytes < mostTermBytes
}

function whole(value: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(Math.round(value), 0), Number.MAX_SAFE_INTEGER) : 0
}

/** Replaces characters that the server can’t store. A record with such characters has its exact text in `exact`. */
export function cleaned(value: string): string {
  return value.toWellFormed().replaceAll('\0', '\uFFFD')
}

function text(value: string): string {
  return escaped(cleaned(value))
}

function escaped(value: string): string {
  return /[\\\n\r\t]/.test(value)
    ? value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')
    : value
}

function arrayText(values: readonly string[]): string {
  const quoted = values.map((value) => `"${cleaned(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`)
  return escaped(`{${quoted.join(',')}}`)
}

function termsText(terms: ReadonlySet<string>): string {
  let found = ''
  for (const each of terms) found += `'${each.replaceAll('\\', '\\\\').replaceAll("'", "''")}' `
  return escaped(found)
}

export function messageOfRow(row: ServerRow): StoredMessage {
  const known = Number(row.known)
  const complete = (known & metaKnown) !== 0
  const number = Number(row.row)
  if (row.exact !== null) return { ...(JSON.parse(String(row.exact)) as Message), row: number, complete }
  const message: StoredMessage = {
    row: number,
    complete,
    id: String(row.id),
    email: String(row.email),
    from: String(row.sender),
    subject: String(row.subject),
    apiKey: String(row.api_key),
    size: Number(row.size),
    createdDate: Number(row.created),
    lastStateDate: Number(row.state_at),
    lastState: String(row.state),
    tags: row.tags as string[],
    open: Number(row.opens),
    click: Number(row.clicks),
  }
  if (complete) message.meta = row.meta === null ? null : (JSON.parse(String(row.meta)) as JsonObject)
  Object.assign(message, eventsOfRow(row))
  if (row.extra !== null) message.extra = JSON.parse(String(row.extra)) as JsonObject
  return message
}

/** The fields of a record that are needed to count its opens, clicks and refusals. */
export function detailsOfRow(row: ServerRow): Details {
  const complete = (Number(row.known) & metaKnown) !== 0
  if (row.exact !== null) return { ...(JSON.parse(String(row.exact)) as Message), complete }
  const details: Details = { createdDate: Number(row.created), lastStateDate: Number(row.state_at), complete }
  return { ...details, ...eventsOfRow(row) }
}

function eventsOfRow(row: ServerRow): Pick<Message, 'reason' | 'openDetails' | 'clickDetails'> {
  const events: Pick<Message, 'reason' | 'openDetails' | 'clickDetails'> = {}
  if ((Number(row.known) & reasonKnown) !== 0) events.reason = row.reason === null ? null : String(row.reason)
  if (row.open_details !== null)
    events.openDetails = JSON.parse(String(row.open_details)) as Message['openDetails'] & {}
  if (row.click_details !== null)
    events.clickDetails = JSON.parse(String(row.click_details)) as Message['clickDetails'] & {}
  return events
}
