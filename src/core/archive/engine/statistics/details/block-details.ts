import type { ZoneClock } from '#shared/domain/base/zone-clock.ts'
import type { Bits } from '../../index/bits.ts'
import type { BlockReader } from '../../search/block-reader.ts'
import type { Deadline } from '../../search/deadline.ts'
import { DetailSums } from './detail-sums.ts'
import type { PartDetails, States } from './part-details.ts'

/**
 * The number of words per part. The start or end of a period cuts only one part of a block; the other parts are the
 * same as in the complete block and can be reused.
 */
const wordsOfPart = 32

/** Counts the matches of one block, in turns. */
export class BlockDetails {
  readonly bits: Bits
  readonly sums = new DetailSums()
  readonly #partOf: (first: number, bits: Bits) => PartDetails
  /** The first word of the next part. */
  #next = 0

  constructor(bits: Bits, partOf: (first: number, bits: Bits) => PartDetails) {
    this.bits = bits
    this.#partOf = partOf
  }

  /** Returns false if the deadline passes before all parts are counted. */
  run(reader: BlockReader, states: States, clock: ZoneClock, deadline: Deadline): boolean {
    for (; this.#next < this.bits.length; this.#next += wordsOfPart) {
      const bits = this.bits.subarray(this.#next, this.#next + wordsOfPart)
      if (bits.every((word) => word === 0)) continue
      const part = this.#partOf(this.#next * 32, bits)
      if (!part.run(reader, states, clock, deadline)) return false
      this.sums.addAll(part.sums)
    }
    return true
  }
}
