import { grown } from './bytes.ts'

const firstSlots = 1 << 16
const encoder = new TextEncoder()

/**
 * Terms as bytes, each once, and the rows that have them. A block of 16,384 records has a hundred thousand terms, most of
 * them in one row alone: as strings, maps and lists they kept the collector of garbage busier than the index itself.
 * Everything here is a few arrays of numbers that serve block after block.
 */
export class TermTable {
  #arena = new Uint8Array(1 << 20)
  #used = 0
  /** Where the term that is being written ends. */
  #end = 0
  #hash = 0
  /** Numbers of terms, one more than they are, at their hash or after it. */
  #slots = new Int32Array(firstSlots)
  #hashes = new Int32Array(firstSlots >>> 1)
  #starts = new Uint32Array(firstSlots >>> 1)
  #counts = new Uint32Array(firstSlots >>> 1)
  #lastRows = new Int32Array(firstSlots >>> 1)
  #terms = 0
  /** Which term stands in which row, in the order they came. */
  #pairTerms = new Uint32Array(1 << 18)
  #pairRows = new Uint16Array(1 << 18)
  #pairs = 0

  get size(): number {
    return this.#terms
  }

  get arena(): Uint8Array {
    return this.#arena
  }

  start(term: number): number {
    return this.#starts[term]!
  }

  end(term: number): number {
    return term + 1 < this.#terms ? this.#starts[term + 1]! : this.#used
  }

  clear(): void {
    this.#used = 0
    this.#terms = 0
    this.#pairs = 0
    this.#slots.fill(0)
  }

  /** A term of at most so many bytes is written part by part, then `close` answers its number. */
  open(room: number): void {
    const needed = this.#used + room
    if (needed > this.#arena.length) this.#arena = grown(this.#arena, Math.max(needed, this.#arena.length * 2))
    this.#end = this.#used
    this.#hash = 0x811c9dc5
  }

  byte(byte: number): void {
    this.#arena[this.#end++] = byte
    this.#hash = Math.imul(this.#hash ^ byte, 0x01000193)
  }

  bytes(from: Uint8Array, start: number, end: number): void {
    const arena = this.#arena
    let at = this.#end
    let hash = this.#hash
    for (let source = start; source < end; source++) {
      const byte = from[source]!
      arena[at++] = byte
      hash = Math.imul(hash ^ byte, 0x01000193)
    }
    this.#end = at
    this.#hash = hash
  }

  text(text: string): void {
    const { written } = encoder.encodeInto(text, this.#arena.subarray(this.#end))
    const end = this.#end + written
    let hash = this.#hash
    for (let at = this.#end; at < end; at++) hash = Math.imul(hash ^ this.#arena[at]!, 0x01000193)
    this.#end = end
    this.#hash = hash
  }

  close(): number {
    const mask = this.#slots.length - 1
    const hash = Math.imul(this.#hash ^ (this.#hash >>> 15), 0x2c1b3c6d)
    let slot = (hash ^ (hash >>> 13)) & mask
    for (let found = this.#slots[slot]!; found !== 0; found = this.#slots[slot]!) {
      if (this.#hashes[found - 1] === hash && this.#isOpenTerm(found - 1)) return found - 1
      slot = (slot + 1) & mask
    }
    const term = this.#terms++
    this.#slots[slot] = term + 1
    this.#hashes[term] = hash
    this.#starts[term] = this.#used
    this.#counts[term] = 0
    this.#lastRows[term] = -1
    this.#used = this.#end
    if (this.#terms === this.#hashes.length) this.#grow()
    return term
  }

  /** Rows come in order; a term that stands in a row twice counts once. */
  put(term: number, row: number): void {
    if (this.#lastRows[term] === row) return
    this.#lastRows[term] = row
    this.#counts[term]!++
    if (this.#pairs === this.#pairTerms.length) this.#growPairs()
    this.#pairTerms[this.#pairs] = term
    this.#pairRows[this.#pairs++] = row
  }

  /** The rows of every term, one after the other, and where those of each begin. */
  rows(): { rows: Uint16Array; starts: Uint32Array } {
    const starts = new Uint32Array(this.#terms + 1)
    for (let term = 0; term < this.#terms; term++) starts[term + 1] = starts[term]! + this.#counts[term]!
    const next = starts.slice()
    const rows = new Uint16Array(this.#pairs)
    for (let pair = 0; pair < this.#pairs; pair++) rows[next[this.#pairTerms[pair]!]!++] = this.#pairRows[pair]!
    return { rows, starts }
  }

  #isOpenTerm(term: number): boolean {
    const arena = this.#arena
    const start = this.#starts[term]!
    const length = this.#end - this.#used
    if (this.end(term) - start !== length) return false
    for (let at = 0; at < length; at++) if (arena[start + at] !== arena[this.#used + at]) return false
    return true
  }

  #grow(): void {
    const size = this.#slots.length
    this.#hashes = grown(this.#hashes, size)
    this.#starts = grown(this.#starts, size)
    this.#counts = grown(this.#counts, size)
    this.#lastRows = grown(this.#lastRows, size)
    const slots = new Int32Array(size * 2)
    const mask = slots.length - 1
    for (let term = 0; term < this.#terms; term++) {
      const hash = this.#hashes[term]!
      let slot = (hash ^ (hash >>> 13)) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = term + 1
    }
    this.#slots = slots
  }

  #growPairs(): void {
    this.#pairTerms = grown(this.#pairTerms, this.#pairs * 2)
    this.#pairRows = grown(this.#pairRows, this.#pairs * 2)
  }
}
