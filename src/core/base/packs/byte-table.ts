import { grown, mostKeptBytes } from './bytes.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * A hash table of distinct texts, each identified by its number. It consists of a few reusable typed arrays: as strings in
 * maps, a block’s hundred thousand terms cost more in garbage collection than the index itself.
 */
export class ByteTable {
  #arena = new Uint8Array(1 << 16)
  #used = 0
  #end = 0
  #hash = 0
  /** A text’s number plus one, at its hash or the next free slot. */
  #slots: Int32Array
  #hashes: Int32Array
  #starts: Uint32Array
  #size = 0

  constructor(slots: number) {
    this.#slots = new Int32Array(slots)
    this.#hashes = new Int32Array(slots >>> 1)
    this.#starts = new Uint32Array(slots >>> 1)
  }

  get size(): number {
    return this.#size
  }

  get arena(): Uint8Array {
    return this.#arena
  }

  start(number: number): number {
    return this.#starts[number]!
  }

  end(number: number): number {
    return number + 1 < this.#size ? this.#starts[number + 1]! : this.#used
  }

  textOf(number: number): string {
    return decoder.decode(this.#arena.subarray(this.start(number), this.end(number)))
  }

  clear(): void {
    this.#used = 0
    this.#size = 0
    this.#slots.fill(0)
    if (this.#arena.length > mostKeptBytes) this.#arena = new Uint8Array(mostKeptBytes)
  }

  /** Begins a text of at most this many bytes. It is written piece by piece; `close` then returns its number. */
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

  /** Writes ASCII text in lower case. For any other text, writes nothing and returns false. */
  lower(from: Uint8Array, start: number, end: number): boolean {
    const arena = this.#arena
    let at = this.#end
    let hash = this.#hash
    for (let source = start; source < end; source++) {
      let byte = from[source]!
      if (byte > 127) return false
      if (byte >= 65 && byte <= 90) byte += 32
      arena[at++] = byte
      hash = Math.imul(hash ^ byte, 0x01000193)
    }
    this.#end = at
    this.#hash = hash
    return true
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
      if (this.#hashes[found - 1] === hash && this.#isOpenText(found - 1)) return found - 1
      slot = (slot + 1) & mask
    }
    const number = this.#size++
    this.#slots[slot] = number + 1
    this.#hashes[number] = hash
    this.#starts[number] = this.#used
    this.#used = this.#end
    if (this.#size === this.#hashes.length) this.#grow()
    return number
  }

  #isOpenText(number: number): boolean {
    const arena = this.#arena
    const start = this.#starts[number]!
    const length = this.#end - this.#used
    if (this.end(number) - start !== length) return false
    for (let at = 0; at < length; at++) if (arena[start + at] !== arena[this.#used + at]) return false
    return true
  }

  #grow(): void {
    const size = this.#slots.length
    this.#hashes = grown(this.#hashes, size)
    this.#starts = grown(this.#starts, size)
    const slots = new Int32Array(size * 2)
    const mask = slots.length - 1
    for (let number = 0; number < this.#size; number++) {
      const hash = this.#hashes[number]!
      let slot = (hash ^ (hash >>> 13)) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = number + 1
    }
    this.#slots = slots
  }
}
