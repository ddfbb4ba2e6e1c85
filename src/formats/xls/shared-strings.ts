import { cutText } from '../base/cell-text.ts'
import { longs } from '../base/little-endian.ts'
import { recordLimit } from './records.ts'
import type { Spool } from '../base/spool.ts'

const tableRecord = 0x00fc
const continueRecord = 0x003c
const headLength = 4
const countsLength = 8
/** The bytes before a string’s characters: its length and its width flag. */
const stringHead = 3

/** In bytes: twice the amount collected between two writes, except in the widest tables. */
const arenaLength = 256 * 1024

/**
 * How many strings are kept for reuse in each of the two generations. If there were more, they would survive minor
 * garbage collections.
 */
const remembered = 512
const rememberedLength = 128

/**
 * Excel’s string table, written to a temporary file as it grows. A million rows contain millions of strings, so only
 * recent ones are remembered. That is enough to reuse senders, tags and states, while an id that occurs only once is
 * soon dropped from memory. Storing a string twice does no harm, because cells refer to strings by number.
 */
export class SharedStrings {
  /** How many cells refer to the table, and how many strings it has. */
  references = 0
  count = 0
  #recent = new Map<string, number>()
  #older = new Map<string, number>()
  #bytes: Buffer = Buffer.allocUnsafe(arenaLength)
  /** The start of the open record, and the number of bytes used. */
  #start = 0
  #used = headLength + countsLength
  readonly #spool: Spool

  constructor(spool: Spool) {
    this.#spool = spool
    this.#bytes.writeUInt16LE(tableRecord, 0)
  }

  add(text: string): number {
    this.references += 1
    const isShort = text.length <= rememberedLength
    const known = isShort ? (this.#recent.get(text) ?? this.#older.get(text)) : undefined
    const index = known ?? this.count
    if (known === undefined) {
      this.count += 1
      this.#append(text)
    }
    if (isShort) this.#remember(text, index)
    return index
  }

  /** Bytes in the file; complete after `finish`. */
  get size(): number {
    return this.#spool.size
  }

  get isHeavy(): boolean {
    return this.#start > arenaLength / 2
  }

  /** Writes the closed records and moves the open record to the front. */
  async flush(): Promise<void> {
    await this.#spool.write(this.#bytes.subarray(0, this.#start))
    this.#bytes.copyWithin(0, this.#start, this.#used)
    this.#used -= this.#start
    this.#start = 0
  }

  /** Writes the remaining bytes, after which the table can be read. */
  async finish(): Promise<void> {
    this.#nextRecord()
    await this.flush()
  }

  /** The counts precede the strings but are known only at the end, so they are inserted here. */
  async *read(): AsyncGenerator<Uint8Array> {
    yield* this.#spool.read(0, headLength)
    yield longs(this.references, this.count)
    yield* this.#spool.read(headLength + countsLength, this.#spool.size)
  }

  #remember(text: string, index: number): void {
    if (this.#recent.size >= remembered && !this.#recent.has(text)) {
      this.#older = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(text, index)
  }

  /**
   * Neither a string’s header nor a character may be split, and some characters consist of two units: readers that decode
   * each record separately would reject the entire file. If a text continues in the next record, the width flag is
   * repeated.
   */
  #append(text: string): void {
    const isWide = /[^\0-\xff]/.test(text)
    const width = isWide ? 2 : 1
    if (this.#room < stringHead + Math.min(text.length, 2) * width) this.#nextRecord()
    this.#bytes.writeUInt16LE(text.length, this.#used)
    this.#bytes.writeUInt8(isWide ? 1 : 0, this.#used + 2)
    this.#used += stringHead
    let at = 0
    while (at < text.length) {
      const part = cutText(text.slice(at, at + Math.floor(this.#room / width) + 1), Math.floor(this.#room / width))
      if (part === '') {
        this.#nextRecord()
        this.#bytes.writeUInt8(isWide ? 1 : 0, this.#used)
        this.#used += 1
        continue
      }
      this.#used += isWide
        ? this.#bytes.write(part, this.#used, 'utf16le')
        : this.#bytes.write(part, this.#used, 'latin1')
      at += part.length
    }
  }

  get #room(): number {
    return this.#start + headLength + recordLimit - this.#used
  }

  #nextRecord(): void {
    this.#bytes.writeUInt16LE(this.#used - this.#start - headLength, this.#start + 2)
    this.#start = this.#used
    this.#used += headLength
    if (this.#start + headLength + recordLimit > this.#bytes.length) {
      this.#bytes = Buffer.concat([this.#bytes], this.#bytes.length * 2)
    }
    this.#bytes.writeUInt16LE(continueRecord, this.#start)
  }
}
