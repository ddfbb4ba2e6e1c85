import { longestMetaKey } from '../../contract/base/search-limits.ts'
import type { ExportFormat } from '../../contract/base/export-choices.ts'
import { exportFields } from './export-columns.ts'

/**
 * In a cell, a `list` is written with one value per line, and `json` as JSON text. In json and jsonl files, both keep their
 * structure.
 */
export type ColumnKind = 'text' | 'number' | 'date' | 'list' | 'json'

export type ArchiveColumn = {
  /** The field’s name in json and jsonl. */
  readonly id: string
  /**
   * The column’s name in Messages, used in the first row of the other formats. Imports recognise it regardless of case and
   * blanks.
   */
  readonly heading: string
  readonly kind: ColumnKind
  readonly description: string
}

function column(id: string, heading: string, kind: ColumnKind, description: string): ArchiveColumn {
  return { id, heading, kind, description }
}

/** All columns that an archive export can have, in the order shown to the user: the service’s fields first. */
export const archiveColumns: readonly ArchiveColumn[] = [
  column('id', 'ID', 'text', 'ID of the message. Some services give all messages of a send the same ID.'),
  column('apiKey', 'API key', 'text', 'ID of the API key that sent the message.'),
  column('createdDate', 'Created', 'date', 'When the service accepted the message.'),
  column('lastStateDate', 'Last change', 'date', 'When the message reached its last state.'),
  column('from', 'From', 'text', 'Sender’s address.'),
  column('email', 'To', 'text', 'Recipient’s address.'),
  column('subject', 'Subject', 'text', 'Message subject.'),
  column('size', 'Size', 'number', 'Size in bytes.'),
  column('tags', 'Tags', 'text', 'Tags, separated by commas.'),
  column('lastState', 'State', 'text', 'Last state of the message, such as delivered.'),
  column('open', 'Opens', 'number', 'Number of opens.'),
  column('click', 'Clicks', 'number', 'Number of clicks.'),
  column('reason', 'Reason', 'text', 'Why the message was refused, in the receiving server’s words.'),
  column('meta', 'Metadata', 'json', 'All metadata of the message as JSON.'),
  column('openDetails', 'Open details', 'json', 'Every open with its time, program and place, as JSON.'),
  column('clickDetails', 'Click details', 'json', 'Every click with its time, link and place, as JSON.'),
  column('extra', 'Other fields', 'json', 'Service fields that Mailroom doesn’t recognize, as JSON.'),
  column('apiKeyName', 'API key name', 'text', 'Name of the API key, if the account has it.'),
  column('recipientDomain', 'Recipient domain', 'text', 'Part of the recipient’s address after the @.'),
  column(
    'mailboxProvider',
    'Mailbox provider',
    'text',
    'Company that runs the recipient’s mailbox, if the domain is known.',
  ),
  column('senderDomain', 'Sender domain', 'text', 'Part of the sender’s address after the @.'),
  column('reasonInWords', 'Reason in words', 'text', 'The reason as one of a few short phrases, for counting.'),
  column('firstOpen', 'First open', 'date', 'When the message was first opened.'),
  column('lastOpen', 'Last open', 'date', 'When the message was last opened.'),
  column('opensByPeople', 'Opens by people', 'number', 'Opens, not counting scanners and other machines.'),
  column('firstClick', 'First click', 'date', 'When a link was first clicked.'),
  column('lastClick', 'Last click', 'date', 'When a link was last clicked.'),
  column('clicksByPeople', 'Clicks by people', 'number', 'Clicks, not counting scanners and other machines.'),
  column('clickedLinks', 'Clicked links', 'list', 'Addresses of the clicked links, each listed once.'),
  column('emailPrograms', 'Email programs', 'list', 'Programs and webmail services that opened the message.'),
  column('devices', 'Devices', 'list', 'Types of devices on which the message was opened or clicked.'),
  column('countries', 'Countries', 'list', 'Countries where the message was opened or clicked.'),
  column('languages', 'Languages', 'list', 'Languages of the programs that opened the message or clicked its links.'),
]

const byId = new Map(archiveColumns.map((one) => [one.id, one]))

const metaPrefix = 'meta:'

export function metaColumn(key: string): ArchiveColumn {
  const id = metaPrefix + key
  return column(id, id, 'text', `Metadata “${key}”.`)
}

/** Returns the key of a metadata column; null for other columns. */
export function metaKeyOf(id: string): string | null {
  const key = id.startsWith(metaPrefix) ? id.slice(metaPrefix.length) : ''
  return key === '' || key.length > longestMetaKey ? null : key
}

/** Null if there is no such column. */
export function archiveColumn(id: string): ArchiveColumn | null {
  const key = metaKeyOf(id)
  return key === null ? (byId.get(id) ?? null) : metaColumn(key)
}

/** Returns a sentence that says why the columns cannot be written, or null if they can. */
export function columnProblem(ids: readonly string[]): string | null {
  if (ids.length === 0) return 'Choose at least one column.'
  const unknown = ids.find((id) => archiveColumn(id) === null)
  if (unknown !== undefined) return `There is no column named “${unknown}”.`
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  return twice === undefined ? null : `The column “${archiveColumn(twice)!.heading}” is chosen twice.`
}

/** The columns that users look for first, most important first. */
export const readFirst = [
  'createdDate',
  'lastState',
  'email',
  'from',
  'subject',
  'tags',
  'open',
  'click',
  'lastStateDate',
  'reason',
] as const

/**
 * Columns without JSON. The metadata is an exception, because no other column would preserve it. An import reads all of
 * them.
 */
const forPeople = [...readFirst, 'size', 'apiKey', 'meta', 'id']

const forPrograms = [...exportFields, 'reason', 'meta', 'openDetails', 'clickDetails']

/** Returns the columns that most users want in a format. A file with these columns can be imported again. */
export function defaultColumns(format: ExportFormat): readonly string[] {
  return isJson(format) ? forPrograms : forPeople
}

export function isJson(format: ExportFormat): boolean {
  return format === 'json' || format === 'jsonl'
}
