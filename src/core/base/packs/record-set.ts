import type { Message, StoredMessage } from '#shared/domain/messages/record.ts'

type Numbers = Uint16Array | Uint32Array

/**
 * Records as columns. Repeated texts are codes that index `values`; the other texts are bytes, one after another. Records
 * are indexed, stored and passed between threads in this form; an object is created only for a record that is displayed or
 * examined.
 */
export type RecordSet = {
  readonly size: number
  /** Row numbers in the archive; zero until assigned, `noRow` for a removed record. */
  readonly row: Float64Array
  readonly created: Float64Array
  readonly lastStateDate: Float64Array
  readonly bytes: Uint32Array
  readonly open: Uint32Array
  readonly click: Uint32Array
  readonly from: Numbers
  readonly apiKey: Numbers
  readonly lastState: Numbers
  /** The code of each record’s list of tags. In `values`, the list is JSON. */
  readonly tags: Numbers
  /** 1 if metadata was read, even if the message has none. */
  readonly complete: Uint8Array
  readonly values: readonly string[]
  /** Where each record’s texts end, in the order of `textKinds`. */
  readonly ends: Uint32Array
  readonly texts: Uint8Array
}

/** `others` is JSON: the fields without a column, and values that don’t fit into their columns. */
export const textKinds = { id: 0, email: 1, subject: 2, others: 3 } as const
export type TextKind = (typeof textKinds)[keyof typeof textKinds]
export const textsOfRecord = 4

/** Column names in pack order: the widest columns come first, so that every column is aligned. */
export const dateNames = ['row', 'created', 'lastStateDate'] as const
export const countNames = ['bytes', 'open', 'click'] as const
export const codeNames = ['from', 'apiKey', 'lastState', 'tags'] as const

export const noRow = -1

/** Fields without a column. */
export type Others = Partial<Omit<Message, 'from' | 'apiKey' | 'lastState' | 'tags' | 'createdDate' | 'lastStateDate'>>

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export function textStart({ ends }: RecordSet, at: number, kind: TextKind): number {
  const position = at * textsOfRecord + kind
  return position === 0 ? 0 : ends[position - 1]!
}

export function textEnd({ ends }: RecordSet, at: number, kind: TextKind): number {
  return ends[at * textsOfRecord + kind]!
}

export function textOf(set: RecordSet, at: number, kind: TextKind): string {
  const start = textStart(set, at, kind)
  const end = textEnd(set, at, kind)
  return start === end ? '' : decoder.decode(set.texts.subarray(start, end))
}

/** The fields stored in `others`; null for most records in an export. */
export function othersOf(set: RecordSet, at: number): Others | null {
  const text = textOf(set, at, textKinds.others)
  return text === '' ? null : (JSON.parse(text) as Others)
}

/** The original text. UTF-8 cannot represent a lone surrogate, so a text containing one is kept in `others`. */
export function exactText(set: RecordSet, at: number, name: 'id' | 'email' | 'subject'): string {
  return othersOf(set, at)?.[name] ?? textOf(set, at, textKinds[name])
}

/**
 * The record as reported by the service. One call decodes all its texts: if that yields one character per byte, their ends
 * are known.
 */
export function messageOf(set: RecordSet, at: number): Message {
  const { ends } = set
  const first = at * textsOfRecord
  const start = first === 0 ? 0 : ends[first - 1]!
  const end = ends[first + textKinds.others]!
  const text = decoder.decode(set.texts.subarray(start, end))
  const isAscii = text.length === end - start
  const part = (from: number, kind: TextKind): string =>
    isAscii ? text.slice(from - start, ends[first + kind]! - start) : textOf(set, at, kind)
  const message: Message = {
    id: part(start, textKinds.id),
    email: part(ends[first + textKinds.id]!, textKinds.email),
    from: set.values[set.from[at]!]!,
    subject: part(ends[first + textKinds.email]!, textKinds.subject),
    apiKey: set.values[set.apiKey[at]!]!,
    size: set.bytes[at]!,
    createdDate: set.created[at]!,
    lastStateDate: set.lastStateDate[at]!,
    lastState: set.values[set.lastState[at]!]!,
    tags: tagsOf(set, at),
    open: set.open[at]!,
    click: set.click[at]!,
  }
  const others = part(ends[first + textKinds.subject]!, textKinds.others)
  if (others === '') return message
  if (others !== nothingElse) return Object.assign(message, JSON.parse(others) as Others)
  message.meta = null
  message.reason = null
  return message
}

export function storedMessageOf(set: RecordSet, at: number): StoredMessage {
  const message = messageOf(set, at) as StoredMessage
  message.row = set.row[at]!
  message.complete = set.complete[at] === 1
  return message
}

/**
 * The `others` of a delivered message without metadata. This text is recognized, because parsing it would take longer
 * than everything else.
 */
const nothingElse = '{"meta":null,"reason":null}'

function tagsOf(set: RecordSet, at: number): string[] {
  return tagsOfCode(set, set.tags[at]!)
}

export function tagsOfCode({ values }: RecordSet, code: number): string[] {
  const list = values[code]!
  if (list === noTags) return []
  // A single tag, as in most messages, isn’t parsed, because parsing takes as long as the rest of the message.
  const tag = list.slice(2, -2)
  return /["\\]/.test(tag) ? (JSON.parse(list) as string[]) : [tag]
}

export const noTags = '[]'

/**
 * The fields without a column, and values that don’t fit into their columns; null for most records. `isWellFormed`
 * states that no text contains a lone surrogate, which avoids a check.
 */
export function leftOver(message: Message, isWellFormed: boolean): Others | null {
  const { meta, reason, openDetails, clickDetails, extra, size, open, click } = message
  const isPlain = meta === undefined && reason === undefined && !openDetails && !clickDetails && !extra
  if (isPlain && isWellFormed && isCount(size) && isCount(open) && isCount(click)) return null
  const others: Others = { meta, reason, openDetails, clickDetails, extra }
  for (const name of ['size', 'open', 'click'] as const) if (!isCount(message[name])) others[name] = message[name]
  for (const name of ['id', 'email', 'subject'] as const) {
    if (!message[name].isWellFormed()) others[name] = message[name]
  }
  return others
}

function isCount(value: number): boolean {
  return value >>> 0 === value
}

export const largestCount = 0xffffffff

/** The nearest number that a counts column can hold. */
export function clamp(value: number): number {
  return value > 0 ? Math.min(Math.floor(value), largestCount) : 0
}
