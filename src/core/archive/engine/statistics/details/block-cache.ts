import type { Bits } from '../../index/bits.ts'
import type { Block } from '../../store/block.ts'
import { BlockDetails } from './block-details.ts'
import { PartDetails } from './part-details.ts'

/**
 * About 40 MB for the lines of blocks, and as much for those of parts. The ten thousand blocks of a large archive may
 * have only a few lines each, so the number of blocks is limited too.
 */
const mostLines = 200_000
const mostBlocks = 1000
/**
 * The parts of two hundred blocks, which is more than a month contains: parts are reused mainly at the edges of
 * periods.
 */
const mostParts = 3200

type Counted = { readonly bits: Bits; readonly sums: { readonly lines: number } }

/**
 * Counted blocks and their parts, keyed by block version and matches. A sync changes only the newest blocks, a longer
 * period contains the complete blocks of a shorter one, and a block at the edge of a period shares most parts with the
 * complete block.
 */
export class BlockCache {
  readonly #blocks = new Kept<BlockDetails>(mostBlocks)
  readonly #parts = new Kept<PartDetails>(mostParts)

  of(block: Block, zone: string, bits: Bits): BlockDetails {
    const { id, version } = block
    return this.#blocks.of(`${id} ${version} ${zone}`, bits, () => {
      return new BlockDetails(bits, (first, some) => this.#partOf(block, zone, first, some))
    })
  }

  /** Must be called after a block has been counted, because only then is its size known. */
  makeRoom(): void {
    this.#blocks.makeRoom()
    this.#parts.makeRoom()
  }

  #partOf({ id, version }: Block, zone: string, first: number, bits: Bits): PartDetails {
    return this.#parts.of(`${id} ${version} ${zone} ${first}`, bits, () => new PartDetails(first, bits))
  }
}

class Kept<Value extends Counted> {
  readonly #most: number
  /** Ordered with the least recently used value first. */
  readonly #values = new Map<string, Value>()

  constructor(most: number) {
    this.#most = most
  }

  of(name: string, bits: Bits, create: () => Value): Value {
    const key = `${name} ${hashOf(bits)}`
    const kept = this.#values.get(key)
    const value = kept && isEqual(kept.bits, bits) ? kept : create()
    this.#values.delete(key)
    this.#values.set(key, value)
    return value
  }

  makeRoom(): void {
    let lines = 0
    for (const { sums } of this.#values.values()) lines += sums.lines
    for (const [key, { sums }] of this.#values) {
      if (lines <= mostLines && this.#values.size <= this.#most) return
      this.#values.delete(key)
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
