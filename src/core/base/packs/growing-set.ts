import type { Message } from '#shared/domain/messages/record.ts'
import { grown, mostKeptBytes } from './bytes.ts'
import {
  clamp,
  codeNames,
  countNames,
  dateNames,
  leftOver,
  noRow,
  noTags,
  textKinds,
  textsOfRecord,
  textStart,
  type RecordSet,
  type TextKind,
} from './record-set.ts'

const encoder = new TextEncoder()
const columnNames = [...dateNames, ...countNames, ...codeNames, 'complete'] as const
/** How many bytes to reserve per record, which is enough for most records’ texts. */
const usualTextBytes = 128

/** A record whose texts (id, email, subject: valid UTF-8) are in a larger buffer, such as a file chunk. */
export type PlainRecord = {
  texts: Uint8Array
  starts: Uint32Array
  ends: Uint32Array
  created: number
  lastStateDate: number
  bytes: number
  open: number
  click: number
  from: number
  apiKey: number
  lastState: number
  tags: number
}

/** A record set that can be appended to. Its memory can be reused by clearing and refilling it. */
export class GrowingSet implements RecordSet {
  size = 0
  row = new Float64Array(0)
  created = new Float64Array(0)
  lastStateDate = new Float64Array(0)
  bytes = new Uint32Array(0)
  open = new Uint32Array(0)
  click = new Uint32Array(0)
  from = new Uint32Array(0)
  apiKey = new Uint32Array(0)
  lastState = new Uint32Array(0)
  tags = new Uint32Array(0)
  complete = new Uint8Array(0)
  ends = new Uint32Array(0)
  texts = new Uint8Array(0)
  values: string[] = []
  readonly #codes = new Map<string, number>()
  /** Codes of single-tag lists (the usual case), by tag. */
  readonly #singleTags = new Map<string, number>()
  #used = 0

  constructor(room: number) {
    this.#makeRoom(room)
    this.texts = new Uint8Array(room * usualTextBytes)
  }

  get textBytes(): number {
    return this.#used
  }

  clear(): void {
    this.size = 0
    this.#used = 0
    if (this.texts.length > mostKeptBytes) this.texts = new Uint8Array(mostKeptBytes)
    this.values = []
    this.#codes.clear()
    this.#singleTags.clear()
  }

  append(message: Message, row = 0): void {
    const at = this.#next()
    this.row[at] = row
    this.created[at] = message.createdDate
    this.lastStateDate[at] = message.lastStateDate
    this.bytes[at] = clamp(message.size)
    this.open[at] = clamp(message.open)
    this.click[at] = clamp(message.click)
    this.from[at] = this.codeOf(message.from)
    this.apiKey[at] = this.codeOf(message.apiKey)
    this.lastState[at] = this.codeOf(message.lastState)
    this.tags[at] = this.codeOfTags(message.tags)
    this.complete[at] = message.meta === undefined ? 0 : 1
    this.#textsOf(message, at)
  }

  /** Appends a record that contains only the fields of an export. Its codes belong to this set. */
  appendPlain(record: PlainRecord): void {
    const at = this.#next()
    this.row[at] = 0
    this.created[at] = record.created
    this.lastStateDate[at] = record.lastStateDate
    this.bytes[at] = record.bytes
    this.open[at] = record.open
    this.click[at] = record.click
    this.from[at] = record.from
    this.apiKey[at] = record.apiKey
    this.lastState[at] = record.lastState
    this.tags[at] = record.tags
    this.complete[at] = 0
    for (let text = 0; text < record.starts.length; text++) {
      this.#copy(record.texts, record.starts[text]!, record.ends[text]!)
      this.ends[at * textsOfRecord + text] = this.#used
    }
    this.ends[at * textsOfRecord + textKinds.others] = this.#used
  }

  /** Appends an empty entry that keeps the position of a removed record. */
  appendNone(): void {
    const at = this.#next()
    for (const name of columnNames) this[name][at] = 0
    this.row[at] = noRow
    for (const name of codeNames) this[name][at] = this.codeOf('')
    for (let kind = 0; kind < textsOfRecord; kind++) this.ends[at * textsOfRecord + kind] = this.#used
  }

  /** Appends all records of another set, column by column. */
  appendAll(other: RecordSet): void {
    const first = this.size
    this.size += other.size
    if (this.size > this.row.length) this.#makeRoom(Math.max(this.size, this.row.length * 2))
    for (const name of dateNames) this[name].set(other[name].subarray(0, other.size), first)
    for (const name of countNames) this[name].set(other[name].subarray(0, other.size), first)
    this.complete.set(other.complete.subarray(0, other.size), first)
    const codes = other.values.map((value) => this.codeOf(value))
    for (const name of codeNames) {
      const [mine, theirs] = [this[name], other[name]]
      for (let at = 0; at < other.size; at++) mine[first + at] = codes[theirs[at]!]!
    }
    const texts = other.size * textsOfRecord
    for (let at = 0; at < texts; at++) this.ends[first * textsOfRecord + at] = other.ends[at]! + this.#used
    const bytes = texts === 0 ? 0 : other.ends[texts - 1]!
    this.#reserve(bytes)
    this.texts.set(other.texts.subarray(0, bytes), this.#used)
    this.#used += bytes
  }

  /** Appends the records found at these positions in another set. */
  appendFrom(other: RecordSet, positions: ArrayLike<number>): void {
    const codes: number[] = []
    const code = (theirs: number): number => (codes[theirs] ??= this.codeOf(other.values[theirs]!))
    if (areNeighbours(positions)) return this.#appendRun(other, positions[0]!, positions.length, code)
    for (let index = 0; index < positions.length; index++) {
      const from = positions[index]!
      const at = this.#next()
      this.row[at] = other.row[from]!
      this.created[at] = other.created[from]!
      this.lastStateDate[at] = other.lastStateDate[from]!
      this.bytes[at] = other.bytes[from]!
      this.open[at] = other.open[from]!
      this.click[at] = other.click[from]!
      this.from[at] = code(other.from[from]!)
      this.apiKey[at] = code(other.apiKey[from]!)
      this.lastState[at] = code(other.lastState[from]!)
      this.tags[at] = code(other.tags[from]!)
      this.complete[at] = other.complete[from]!
      this.#copyTexts(at, other, from)
    }
  }

  /**
   * Appends consecutive records column by column, which is faster than copying them one at a time. Most records in an
   * import remain in their order.
   */
  #appendRun(other: RecordSet, from: number, count: number, code: (theirs: number) => number): void {
    const first = this.size
    const to = from + count
    this.size += count
    if (this.size > this.row.length) this.#makeRoom(Math.max(this.size, this.row.length * 2))
    for (const name of dateNames) this[name].set(other[name].subarray(from, to), first)
    for (const name of countNames) this[name].set(other[name].subarray(from, to), first)
    this.complete.set(other.complete.subarray(from, to), first)
    for (let at = 0; at < count; at++) {
      this.from[first + at] = code(other.from[from + at]!)
      this.apiKey[first + at] = code(other.apiKey[from + at]!)
      this.lastState[first + at] = code(other.lastState[from + at]!)
      this.tags[first + at] = code(other.tags[from + at]!)
    }
    const start = textStart(other, from, textKinds.id)
    const end = other.ends[to * textsOfRecord - 1]!
    const moved = this.#used - start
    const ends = count * textsOfRecord
    for (let at = 0; at < ends; at++) {
      this.ends[first * textsOfRecord + at] = other.ends[from * textsOfRecord + at]! + moved
    }
    this.#reserve(end - start)
    this.texts.set(other.texts.subarray(start, end), this.#used)
    this.#used += end - start
  }

  #next(): number {
    if (this.size === this.row.length) this.#makeRoom(Math.max(64, this.size * 2))
    return this.size++
  }

  #makeRoom(room: number): void {
    for (const name of columnNames) Object.assign(this, { [name]: grown(this[name], room) })
    this.ends = grown(this.ends, room * textsOfRecord)
  }

  codeOf(value: string): number {
    let code = this.#codes.get(value)
    if (code === undefined) {
      code = this.values.push(value) - 1
      this.#codes.set(value, code)
    }
    return code
  }

  codeOfTags(tags: readonly string[]): number {
    if (tags.length === 0) return this.codeOf(noTags)
    if (tags.length > 1) return this.codeOf(JSON.stringify(tags))
    let code = this.#singleTags.get(tags[0]!)
    if (code === undefined) this.#singleTags.set(tags[0]!, (code = this.codeOf(JSON.stringify(tags))))
    return code
  }

  /**
   * One call encodes all three texts. If there are as many bytes as characters, everything is ASCII, so each length is
   * known.
   */
  #textsOf(message: Message, at: number): void {
    const { id, email, subject } = message
    const text = id + email + subject
    this.#reserve(text.length * 3)
    const { written } = encoder.encodeInto(text, this.texts.subarray(this.#used))
    const isAscii = written === text.length
    this.#addText(at, textKinds.id, id, isAscii)
    this.#addText(at, textKinds.email, email, isAscii)
    this.#addText(at, textKinds.subject, subject, isAscii)
    const others = leftOver(message, isAscii)
    this.#addText(at, textKinds.others, others === null ? '' : JSON.stringify(others), others === null)
  }

  #addText(at: number, kind: TextKind, text: string, isWritten: boolean): void {
    if (isWritten) this.#used += text.length
    else {
      this.#reserve(text.length * 3)
      this.#used += encoder.encodeInto(text, this.texts.subarray(this.#used)).written
    }
    this.ends[at * textsOfRecord + kind] = this.#used
  }

  #copyTexts(at: number, other: RecordSet, from: number): void {
    const start = textStart(other, from, textKinds.id)
    const moved = this.#used - start
    this.#copy(other.texts, start, other.ends[(from + 1) * textsOfRecord - 1]!)
    for (let kind = 0; kind < textsOfRecord; kind++) {
      this.ends[at * textsOfRecord + kind] = other.ends[from * textsOfRecord + kind]! + moved
    }
  }

  /** Copies in a loop, because a native call would cost more for a few bytes. */
  #copy(from: Uint8Array, start: number, end: number): void {
    this.#reserve(end - start)
    const { texts } = this
    let to = this.#used
    for (let byte = start; byte < end; byte++) texts[to++] = from[byte]!
    this.#used = to
  }

  #reserve(more: number): void {
    const needed = this.#used + more
    if (needed > this.texts.length) this.texts = grown(this.texts, Math.max(needed, this.texts.length * 2))
  }
}

/** Shorter runs of records are copied one record at a time. */
const leastRun = 8

function areNeighbours(positions: ArrayLike<number>): boolean {
  if (positions.length < leastRun) return false
  for (let at = 1; at < positions.length; at++) if (positions[at] !== positions[at - 1]! + 1) return false
  return true
}

/** Sorts a set’s positions by a column. The set itself remains unchanged. */
export function orderBy(column: Float64Array, positions: Uint32Array): Uint32Array {
  for (let at = 1; at < positions.length; at++) {
    if (column[positions[at - 1]!]! > column[positions[at]!]!)
      return positions.sort((a, b) => column[a]! - column[b]! || a - b)
  }
  return positions
}

export function allPositions(size: number): Uint32Array {
  const positions = new Uint32Array(size)
  for (let at = 0; at < size; at++) positions[at] = at
  return positions
}
