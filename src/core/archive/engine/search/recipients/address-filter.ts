import { hasBit, setBit, type Bits } from '../../index/bits.ts'

const bitsPerAddress = 8

/**
 * A block’s addresses, reduced to a few bits each. The filter wrongly accepts about one in twenty addresses that the
 * block doesn’t contain; those it rejects need no look-up in the block’s dictionary.
 */
export class AddressFilter {
  readonly #bits: Bits
  readonly #mask: number

  constructor(addresses: number) {
    let size = 32
    while (size < addresses * bitsPerAddress) size *= 2
    this.#bits = new Uint32Array(size >>> 5)
    this.#mask = size - 1
  }

  get byteLength(): number {
    return this.#bits.byteLength
  }

  /** Adds an address, spelled as in the index: the bytes from `from` up to but not including `end`. */
  add(bytes: Uint8Array, from: number, end: number): void {
    const hash = hashOf(bytes, from, end)
    setBit(this.#bits, hash & this.#mask)
    setBit(this.#bits, (hash >>> 15) & this.#mask)
  }

  mayContain(address: Uint8Array): boolean {
    const hash = hashOf(address, 0, address.length)
    return hasBit(this.#bits, hash & this.#mask) && hasBit(this.#bits, (hash >>> 15) & this.#mask)
  }
}

/** Reads four bytes per step, because each step has to wait for the previous one. */
function hashOf(bytes: Uint8Array, from: number, end: number): number {
  let hash = 0x811c9dc5
  let at = from
  for (; at + 4 <= end; at += 4) {
    const four = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
    hash = Math.imul(hash ^ four, 0x01000193)
    hash ^= hash >>> 15
  }
  for (; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}
