import type { ExportFormat } from '../../contract/base/export-choices.ts'
import { actorOf, doubts } from '../messages/machine-opens.ts'
import { eventDetails, type EventDetail } from '../messages/message-events.ts'
import { recipientDomain, type JsonObject, type JsonValue, type StoredMessage } from '../messages/record.ts'
import { reasonName } from '../statistics/details/reason-name.ts'
import { providerOf } from '../statistics/providers/mailbox-providers.ts'
import { archiveColumn, columnProblem, isJson, metaKeyOf, type ArchiveColumn } from './archive-columns.ts'
import { exportTags } from './export-tags.ts'

type Cell = string | number | Date | null
type Source = { readonly message: StoredMessage; readonly events: readonly EventDetail[] }
type Read = (source: Source) => Cell | JsonValue[] | JsonValue

/** A table in the form that file writers accept. */
export type ArchiveTable = {
  /** The first row; in json and jsonl, the field names. */
  readonly columns: readonly string[]
  /** Indexes of the columns that contain JSON text. */
  readonly jsonColumns: ReadonlySet<number>
  rowOf(message: StoredMessage): Cell[]
}

type Wanted = {
  readonly format: ExportFormat
  /** The columns, by their ids in `archiveColumns` or as `meta:KEY`. */
  readonly columns: readonly string[]
  /** The names of the account’s API keys, keyed by id. */
  readonly keyNames: ReadonlyMap<string, string>
  /** The zone of dates that are written without one. The headings of date columns name it, unless it is UTC. */
  readonly zone?: string
}

/**
 * Converts messages to rows. The converter is built only once, because looking up the columns for each of a million
 * rows would take as long as writing them.
 */
export function archiveTable({ format, columns: ids, keyNames, zone = 'UTC' }: Wanted): ArchiveTable {
  const problem = columnProblem(ids)
  if (problem !== null) throw new RangeError(problem)
  const columns = ids.map((id) => archiveColumn(id)!)
  const inJson = isJson(format)
  const cells = columns.map((column) => cellOf(column, readerOf(column.id, keyNames), inJson))
  const needsEvents = columns.some(({ id }) => fromEvents.has(id))
  const jsonColumns = new Set(columns.flatMap((column, at) => (inJson && isJsonCell(column) ? [at] : [])))
  return {
    columns: columns.map((column) => (inJson ? column.id : headingOf(column, zone))),
    jsonColumns,
    rowOf(message) {
      const source = { message, events: needsEvents ? eventsOf(message) : noEvents }
      const row = new Array<Cell>(cells.length)
      for (let column = 0; column < cells.length; column++) row[column] = cells[column]!(source)
      return row
    },
  }
}

/** An import reads the zone from the heading. Without one, it assumes UTC. */
function headingOf({ heading, kind }: ArchiveColumn, zone: string): string {
  return kind === 'date' && zone !== 'UTC' ? `${heading} (${zone})` : heading
}

const noEvents: readonly EventDetail[] = []

function eventsOf(message: StoredMessage): readonly EventDetail[] {
  return message.openDetails?.length || message.clickDetails?.length ? eventDetails(message) : noEvents
}

/** Whether json and jsonl files contain a column as JSON. A value in the metadata may have any type. */
function isJsonCell({ id, kind }: ArchiveColumn): boolean {
  return kind === 'json' || kind === 'list' || metaKeyOf(id) !== null
}

function cellOf(column: ArchiveColumn, read: Read, inJson: boolean): (source: Source) => Cell {
  if (inJson && isJsonCell(column)) return (source) => jsonText(read(source) as JsonValue)
  const { kind } = column
  if (kind === 'list') return (source) => listText(read(source) as string[])
  if (kind === 'json') return (source) => jsonText(read(source) as JsonValue)
  if (metaKeyOf(column.id) !== null) return (source) => plainText(read(source) as JsonValue)
  return read as (source: Source) => Cell
}

/** Values without information become empty cells. */
function jsonText(value: JsonValue | undefined): string | null {
  const text = JSON.stringify(value ?? null)
  return text === 'null' || text === '[]' || text === '{}' ? null : text
}

function plainText(value: JsonValue): string | null {
  return typeof value === 'string' ? value : jsonText(value)
}

function listText(values: readonly string[]): string | null {
  return values.length === 0 ? null : values.join('\n')
}

function readerOf(id: string, keyNames: ReadonlyMap<string, string>): Read {
  if (id === 'apiKeyName') return ({ message }) => keyNames.get(message.apiKey) ?? null
  const key = metaKeyOf(id)
  if (key === null) return (fromMessage[id] ?? fromEvents.get(id))!
  return ({ message: { meta } }) => (meta && Object.hasOwn(meta, key) ? (meta[key] ?? null) : null)
}

const fromMessage: Readonly<Record<string, Read>> = {
  id: ({ message }) => message.id,
  apiKey: ({ message }) => message.apiKey,
  createdDate: ({ message }) => new Date(message.createdDate),
  lastStateDate: ({ message }) => new Date(message.lastStateDate),
  from: ({ message }) => message.from,
  email: ({ message }) => message.email,
  subject: ({ message }) => message.subject,
  size: ({ message }) => message.size,
  tags: ({ message }) => exportTags(message.tags) || null,
  lastState: ({ message }) => message.lastState,
  open: ({ message }) => message.open,
  click: ({ message }) => message.click,
  reason: ({ message }) => message.reason || null,
  meta: ({ message }) => message.meta ?? null,
  openDetails: ({ message }) => message.openDetails?.map(asReported) ?? null,
  clickDetails: ({ message }) => message.clickDetails?.map(asReported) ?? null,
  extra: ({ message }) => message.extra ?? null,
  recipientDomain: ({ message }) => recipientDomain(message.email),
  mailboxProvider: ({ message }) => providerOf(recipientDomain(message.email))?.name ?? null,
  senderDomain: ({ message }) => recipientDomain(message.from) || null,
  reasonInWords: ({ message }) => reasonName(message.reason ?? '') || null,
}

/** Columns computed from the events. If the details have not been read, dates and counts are null and lists are empty. */
const fromEvents: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['firstOpen', ({ events }) => first(dates(events, 'open'))],
  ['lastOpen', ({ events }) => last(dates(events, 'open'))],
  ['opensByPeople', (source) => byPeople(source, 'open')],
  ['firstClick', ({ events }) => first(dates(events, 'click'))],
  ['lastClick', ({ events }) => last(dates(events, 'click'))],
  ['clicksByPeople', (source) => byPeople(source, 'click')],
  ['clickedLinks', ({ events }) => distinct(events, ({ url }) => url)],
  [
    'emailPrograms',
    ({ events }) => distinct(events, ({ kind, webmail, browser }) => (kind === 'open' ? webmail || browser : '')),
  ],
  ['devices', ({ events }) => distinct(events, ({ device }) => device)],
  ['countries', ({ events }) => distinct(events, ({ country }) => country)],
  ['languages', ({ events }) => distinct(events, ({ language }) => language)],
])

/**
 * Converts a detail to the form in which the service reported it: without the fields that the service left out, and
 * with those that Mailroom doesn’t know.
 */
function asReported(detail: JsonValue): JsonValue {
  if (typeof detail !== 'object' || detail === null || Array.isArray(detail)) return detail
  const reported: JsonObject = {}
  for (const [name, value] of Object.entries(detail)) {
    if (name === 'extra') Object.assign(reported, value)
    else if (name === 'date' && typeof value === 'number') reported[name] = new Date(value).toISOString()
    else if (value !== null && value !== '') reported[name] = asReported(value)
  }
  return reported
}

/** Returns the dates in the order of the events. Events without a date are left out. */
function dates(events: readonly EventDetail[], kind: EventDetail['kind']): number[] {
  return events.flatMap((event) => (event.kind === kind && event.date !== null ? [event.date] : []))
}

function first(times: readonly number[]): Date | null {
  return times.length === 0 ? null : new Date(times[0]!)
}

function last(times: readonly number[]): Date | null {
  return times.length === 0 ? null : new Date(times.at(-1)!)
}

function byPeople({ message, events }: Source, kind: EventDetail['kind']): number | null {
  if (!message.complete) return null
  const found = doubts(events, message)
  return events.filter((event, at) => event.kind === kind && actorOf(event, found[at]!) !== 'machine').length
}

function distinct(events: readonly EventDetail[], textOf: (event: EventDetail) => string): string[] {
  const found = new Set<string>()
  for (const event of events) found.add(textOf(event))
  found.delete('')
  return [...found]
}
