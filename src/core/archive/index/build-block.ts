import type { DomainCodes } from '../record/domains.ts'
import { GrowingSet } from '../record/growing-set.ts'
import { idHash } from '../record/identity.ts'
import { writePack } from '../record/pack.ts'
import type { RecordSet } from '../record/record-set.ts'
import { DictionaryBuilder } from './build-dictionary.ts'
import { clamp, emptyColumns, highHalf, lowHalf, type Columns } from './columns.ts'
import type { Dictionary } from './page-writer.ts'

/** The most rows of a block: bits of 2 KB, a dictionary of some megabytes, 61 blocks for a million messages. */
export const blockSize = 16_384
/** Records of a pack: one of them is read without reading much else, and they share what they have in common. */
export const packSize = 64

export type BuiltBlock = {
  size: number
  /** Rows are zero yet, and states are numbers of `values`: those of the archive are known to its writer. */
  columns: Columns
  values: readonly string[]
  dictionary: Dictionary
  /** In how many records each key of metadata stands. */
  metaKeys: ReadonlyMap<string, number>
  packs: Uint8Array<ArrayBuffer>[]
}

/** Puts blocks together from records, without a look into the file. One builder serves block after block. */
export class BlockBuilder {
  readonly #dictionary = new DictionaryBuilder()
  readonly #pack = new GrowingSet(packSize)

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
    const dictionary = this.#dictionary.finish(size)
    return { size, columns, values: set.values, dictionary, metaKeys, packs: this.#packs(set, order) }
  }

  #packs(set: RecordSet, order: Uint32Array): Uint8Array<ArrayBuffer>[] {
    const packs: Uint8Array<ArrayBuffer>[] = []
    for (let from = 0; from < order.length; from += packSize) {
      this.#pack.clear()
      this.#pack.appendFrom(set, order.subarray(from, from + packSize))
      packs.push(writePack(this.#pack))
    }
    return packs
  }
}
