import type { Bits } from '../../index/bits.ts'
import type { Block } from '../../store/block.ts'
import { BlockDetails } from './block-details.ts'

/** About 40 MB of lines. The ten thousand blocks of a large archive have few each. */
const mostLines = 200_000
const mostBlocks = 1000

/**
 * Counted blocks, by their state and their matches. A sync changes the newest blocks only, and a longer period contains the
 * whole blocks of a shorter one.
 */
export class BlockCache {
  /** The least recently used first. */
  readonly #blocks = new Map<string, BlockDetails>()

  of({ id, version }: Block, zone: string, bits: Bits): BlockDetails {
    const key = [id, version, zone, hashOf(bits)].join(' ')
    const cached = this.#blocks.get(key)
    const block = cached && isEqual(cached.bits, bits) ? cached : new BlockDetails(bits)
    this.#blocks.delete(key)
    this.#blocks.set(key, block)
    return block
  }

  /** After a block was counted: only then is its size known. */
  makeRoom(): void {
    let lines = 0
    for (const { sums } of this.#blocks.values()) lines += sums.lines
    for (const [key, { sums }] of this.#blocks) {
      if (lines <= mostLines && this.#blocks.size <= mostBlocks) return
      this.#blocks.delete(key)
      lines -= sums.lines
    }
  }
}

function hashOf(bits: Bits): number {
  let hash = 0x811c9dc5
  for (const word of bits) hash = Math.imul(hash ^ word, 0x01000193)
  return hash
}

function isEqual(a: Bits, b: Bits): boolean {
  return a.length === b.length && a.every((word, at) => word === b[at])
}
