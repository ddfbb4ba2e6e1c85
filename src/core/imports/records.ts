import { serialDate, type SheetCell } from '#formats/index.ts'
import { archiveColumn, archiveColumns } from '#shared/domain/exports/archive-columns.ts'
import { exportColumns, exportFields } from '#shared/domain/exports/export-columns.ts'
import { readZonelessDate } from '#shared/domain/base/read-date.ts'
import { ZoneClock } from '#shared/domain/base/zone-clock.ts'
import { isZone } from '#shared/domain/base/zone-offset.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
import type { JsonObject, Message } from '#shared/domain/messages/record.ts'
import { fromStatistics } from '#shared/domain/service/to-message.ts'
import { readExportRecord } from '../api/read/export.ts'
import { Unreadable, type Fields } from '../api/read/fields.ts'
import { readMessage } from '../api/read/messages.ts'

/** Fields missing from the service’s exports: a record that contains any of them is read like a search result. */
const detailFields = ['meta', 'reason', 'openDetails', 'clickDetails'] as const

/** Reads a record from a JSON file in either of the service’s two shapes. */
export function readJsonRecord(given: Fields): Message {
  if ('msg' in given) return readDetailed(given)
  if (detailFields.some((name) => name in given)) {
    const { from, email, subject, size, ...others } = given
    return readDetailed({ ...others, msg: { from, email, subject, size } })
  }
  return readPlain(given)
}

/** Throws if the recipient or the date is missing, because the record’s message can’t be identified without them. */
function checkIdentity(email: string, created: number | null): number {
  if (email === '') throw new Unreadable('The record has no recipient')
  if (created === null) throw new Unreadable('The record does not say when the message was created')
  return Math.floor(created / 1000)
}

function readPlain(given: Fields): Message {
  const { id, apiKey, createdDate, lastStateDate, from, email, subject, size, tags, lastState, open, click, extra } =
    readExportRecord(given)
  checkIdentity(email, createdDate ?? lastStateDate)
  const created = createdDate ?? lastStateDate!
  // Written field by field, because spreading a million records takes as much time as reading their dates.
  const message: Message = {
    id,
    email,
    from,
    subject,
    apiKey,
    size: size ?? 0,
    createdDate: created,
    lastStateDate: lastStateDate ?? created,
    lastState,
    tags: tags.length === 0 ? [] : [...tags],
    open,
    click,
  }
  if (extra) message.extra = extra as JsonObject
  return message
}

function readDetailed(given: Fields): Message {
  const record = readMessage(given)
  const { createdDate, lastStateDate, msg } = record
  const second = checkIdentity(msg.email, createdDate ?? msg.receivedAt ?? lastStateDate)
  const message = fromStatistics(record, { from: second, to: second })
  // In a response, an empty field means that there is no value. In an old file, the field may simply be missing.
  if (message.meta === null) delete message.meta
  if (message.reason === null) delete message.reason
  if (message.openDetails?.length === 0) delete message.openDetails
  if (message.clickDetails?.length === 0) delete message.clickDetails
  return message
}

export type TableHeading = {
  readonly keys: readonly string[]
  /** The clocks of the columns whose headings name a zone, as in `Created (Europe/Paris)`. */
  readonly clocks: readonly (ZoneClock | undefined)[]
  /** Documented columns missing from the file, by their names in an export. */
  readonly absent: readonly string[]
  /** Columns that exports don’t have. */
  readonly extra: readonly string[]
}

const readFields = [...exportFields, 'meta', 'reason']
/** Fields by the names of their columns, both in the service’s files and in Mailroom’s. */
const fieldByName = new Map(
  readFields.flatMap((name): [string, string][] => [
    [plainName(name), name],
    [plainName(archiveColumn(name)!.heading), name],
  ]),
)
/** Without these, a row’s message can’t be identified. */
const required = ['Id', 'CreatedDate', 'Email']

/** Exports have twelve columns, and people add their own. Each column costs time in every row. */
const mostColumns = 1024

/** Reads a table’s first row. Null if it contains no export column. */
export function readHeading(cells: readonly SheetCell[]): TableHeading | null {
  const width = cells.findLastIndex((cell) => !isBlank(cell)) + 1
  const names = Array.from(cells.slice(0, Math.max(mostColumns, width)), (cell) => String(cell ?? '').trim())
  const zoned = names.map(zonedName)
  const keys = zoned.map(({ name }) => fieldByName.get(plainName(name)) ?? name)
  const absent = exportColumns.filter((_, index) => !keys.includes(exportFields[index]!))
  if (absent.length === exportColumns.length) return null
  const known = new Set<string>(fieldByName.values())
  const clocks = zoned.map(({ zone }) => (zone === undefined ? undefined : new ZoneClock(zone)))
  return { keys, clocks, absent, extra: names.filter((name, index) => name !== '' && !known.has(keys[index]!)) }
}

const dateNames = new Set(
  archiveColumns.flatMap(({ id, heading, kind }) => (kind === 'date' ? [plainName(id), plainName(heading)] : [])),
)

/** The zone in a date column’s heading, which exports write if the dates have none. */
function zonedName(heading: string): { name: string; zone?: string } {
  const start = heading.lastIndexOf('(')
  if (start === -1 || !heading.endsWith(')')) return { name: heading }
  const [name, zone] = [heading.slice(0, start).trim(), heading.slice(start + 1, -1)]
  return dateNames.has(plainName(name)) && isZone(zone) ? { name, zone } : { name: heading }
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '')
}

/** A sentence about missing required columns or too many columns; null for a usable heading. */
export function missingColumns({ absent, keys }: TableHeading): string | null {
  if (keys.length > mostColumns) {
    return `The table has more than ${mostColumns} columns. Remove the columns that don’t belong to the messages.`
  }
  const missing = required.filter((name) => absent.some((column) => column === name))
  if (missing.length === 0) return null
  const list = new Intl.ListFormat('en-GB').format(missing)
  const [names, them] = missing.length === 1 ? [`the column ${list}`, 'it'] : [`the columns ${list}`, 'them']
  return `The file is a table, but its first row does not have ${names}. Without ${them}, Mailroom can’t tell messages apart.`
}

/** A number below this is a spreadsheet date that has lost its format: as epoch seconds, it would be in early 1970. */
const greatestSerial = 3_000_000

export function readRow({ keys, clocks }: TableHeading, cells: readonly SheetCell[]): Message {
  if (cells.length !== keys.length) checkLength(keys.length, cells)
  const given: Record<string, unknown> = {}
  let details = false
  for (let column = 0; column < keys.length; column += 1) {
    const cell = cells[column]
    if (cell === '' || cell === null || cell === undefined) continue
    const key = keys[column]!
    if (key === 'meta' || key === 'reason') details = true
    const value = typeof cell === 'string' ? cell : plainValue(key, cell)
    const clock = clocks[column]
    given[key] = clock === undefined ? value : zonedValue(clock, cell, value)
  }
  if (!details) return readPlain(given)
  return readJsonRecord({ ...given, ...(typeof given['meta'] === 'string' && { meta: parsedMeta(given['meta']) }) })
}

function checkLength(expected: number, cells: readonly SheetCell[]): void {
  const found = cells.findLastIndex((cell) => !isBlank(cell)) + 1
  if (found > expected) throw new Unreadable(`Expected ${plural(english, expected, 'cell')}, found ${found}`)
}

function isBlank(cell: SheetCell | undefined): boolean {
  return cell === '' || cell === null || cell === undefined
}

function plainValue(key: string, cell: number | boolean | Date): unknown {
  // Dates are given in seconds: the readers interpret small numbers as seconds and large ones as milliseconds.
  if (cell instanceof Date) return cell.getTime() / 1000
  if (typeof cell === 'number' && /Date$/.test(key) && cell < greatestSerial) {
    return (serialDate(cell, false)?.getTime() ?? 0) / 1000
  }
  return cell
}

/** Beyond the years of real dates, a zone has no offset. */
const greatestLocal = 1e11

/** The value in epoch seconds if the cell has a date without a zone; otherwise the value unchanged. */
function zonedValue(clock: ZoneClock, cell: SheetCell, value: unknown): unknown {
  const time = typeof cell === 'string' ? readZonelessDate(cell) : null
  // The value of a spreadsheet’s date differs from its cell.
  const local = time === null ? value : time / 1000
  if (typeof local !== 'number' || local === cell || Math.abs(local) >= greatestLocal) return value
  return clock.secondOf(local)
}

function parsedMeta(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Unreadable('The record’s metadata is not JSON')
  }
}
