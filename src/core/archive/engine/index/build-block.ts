import type { DomainCodes } from '../record/recipient-domains.ts'
import { idHash } from '../record/identity.ts'
import type { RecordSet } from '../../../base/packs/record-set.ts'
import { DictionaryBuilder } from './build-dictionary.ts'
import { clamp, emptyColumns, highHalf, lowHalf, type Columns } from './columns.ts'
import type { Dictionary } from './page-writer.ts'

/** The most rows of a block: bits of 2 KB, a dictionary of some megabytes, 61 blocks for a million messages. */
export const blockSize = 16_384

export type BuiltBlock = {
  size: number
  /** Rows are zero yet, and states are numbers of `values`: those of the archive are known to its writer. */
  columns: Columns
  values: readonly string[]
  dictionary: Dictionary
  /** In how many records each key of metadata stands. */
  metaKeys: ReadonlyMap<string, number>
}

/** Puts the index of blocks together from records, without a look into the file. One builder serves block after block. */
export class BlockBuilder {
  readonly #dictionary = new DictionaryBuilder()

  /** Of records in the order that their rows will have, at most a block of them. */
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
