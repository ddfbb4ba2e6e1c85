import { grown } from '../../../base/packs/bytes.ts'

/** A hash table of positions in a record set. Several positions may share a hash. */
export class IdentityTable {
  #slots = new Int32Array(1 << 15)
  #hashes = new Uint32Array(1 << 14)
  #positions = new Uint32Array(1 << 14)
  #size = 0

  clear(): void {
    this.#slots.fill(0)
    this.#size = 0
  }

  add(hash: number, position: number): void {
    if (this.#size === this.#hashes.length) this.#grow()
    this.#hashes[this.#size] = hash
    this.#positions[this.#size++] = position
    this.#slots[this.#free(hash)] = this.#size
  }

  has(hash: number): boolean {
    const mask = this.#slots.length - 1
    for (let slot = hash & mask; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      if (this.#hashes[this.#slots[slot]! - 1] === hash) return true
    }
    return false
  }

  /** The position with this hash that `isRight` accepts; -1 if there is none. */
  find(hash: number, isRight: (position: number) => boolean): number {
    const mask = this.#slots.length - 1
    for (let slot = hash & mask; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot]! - 1
      if (this.#hashes[entry] === hash && isRight(this.#positions[entry]!)) return this.#positions[entry]!
    }
    return -1
  }

  #free(hash: number): number {
    const mask = this.#slots.length - 1
    let slot = hash & mask
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const size = this.#hashes.length * 2
    this.#hashes = grown(this.#hashes, size)
    this.#positions = grown(this.#positions, size)
    this.#slots = new Int32Array(size * 2)
    for (let entry = 0; entry < this.#size; entry++) this.#slots[this.#free(this.#hashes[entry]!)] = entry + 1
  }
}
