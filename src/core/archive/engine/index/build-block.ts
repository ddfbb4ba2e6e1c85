import type { DomainCodes } from '../record/recipient-domains.ts'
import { idHash } from '../record/identity.ts'
import { clamp, type RecordSet } from '../../../base/packs/record-set.ts'
import { DictionaryBuilder } from './build-dictionary.ts'
import { emptyColumns, highHalf, lowHalf, type Columns } from './columns.ts'
import type { Dictionary } from './page-writer.ts'

/**
 * Maximum number of rows in a block. At this size, a set of bits takes up 2 KB and a dictionary a few megabytes, and a
 * million messages are divided into 61 blocks.
 */
export const blockSize = 16_384

export type BuiltBlock = {
  size: number
  /** The rows are still zero and the states are indexes in `values`, because only the writer can assign rows and state ids. */
  columns: Columns
  values: readonly string[]
  dictionary: Dictionary
  /** The number of records that have each metadata key. */
  metaKeys: ReadonlyMap<string, number>
}

/** Builds a block’s index from records, without access to the file. Reusable for any number of blocks. */
export class BlockBuilder {
  readonly #dictionary = new DictionaryBuilder()

  /** `order` contains the positions of at most one block of records, in the order of their future rows. */
  build(set: RecordSet, order: Uint32Array, domains: DomainCodes): BuiltBlock {
    const size = order.length
    const columns = emptyColumns(size)
    this.#dictionary.clear()
    for (let index = 0; index < size; index++) {
      const at = order[index]!
      columns.state[index] = set.lastState[at]!
      columns.size[index] = set.bytes[at]!
      columns.open[index] = set.open[at]!
      columns.click[index] = set.click[at]!
      columns.lastState[index] = clamp(set.lastStateDate[at]! / 1000)
      const hash = idHash(set, at)
      columns.idLow[index] = lowHalf(hash)
      columns.idHigh[index] = highHalf(hash)
      this.#dictionary.add(index, set, at, domains)
    }
    const { metaKeys } = this.#dictionary
    return { size, columns, values: set.values, dictionary: this.#dictionary.finish(size), metaKeys }
  }
}
