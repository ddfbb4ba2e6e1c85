import { BlockBuilder, type BuiltBlock } from './build-block.ts'
import { Domains, type DomainCodes } from '../record/recipient-domains.ts'
import { Gatherer, type Gathered } from '../record/combine-packs.ts'
import { allPlaces, GrowingSet } from '../../../base/packs/growing-set.ts'
import { writePack } from '../../../base/packs/pack.ts'

/** The messages of a transaction, and the index of the block that they make if all of them are new. */
export type Prepared = {
  /** The messages, each once and in the order of time. */
  pack: Uint8Array<ArrayBuffer>
  domains: DomainCodes
  built: BuiltBlock
}

/** What an import can do without a look into the file, in a thread beside the one that writes. */
export class Preparer {
  readonly #gatherer = new Gatherer()
  readonly #sorted = new GrowingSet(1024)
  readonly #domains = new Domains()
  readonly #builder = new BlockBuilder()

  /** At most a block of messages. */
  prepare(packs: Iterable<Uint8Array>): Prepared {
    const gathered = this.#gatherer.gather(packs)
    const sorted = isInOrder(gathered) ? gathered.set : this.#sort(gathered)
    const { codes, names } = this.#domains.read(sorted)
    const domains = { codes: codes.slice(0, sorted.size), names }
    const built = this.#builder.build(sorted, allPlaces(sorted.size), domains)
    return { pack: writePack(sorted), domains, built }
  }

  #sort({ set, order }: Gathered): GrowingSet {
    this.#sorted.clear()
    this.#sorted.appendFrom(set, order)
    return this.#sorted
  }
}

function isInOrder({ set, order }: Gathered): boolean {
  for (let index = 0; index < order.length; index++) if (order[index] !== index) return false
  return order.length === set.size
}

/** What can be given to another thread instead of being copied. */
export function buffersOf({ pack, domains, built }: Prepared): ArrayBuffer[] {
  const columns = Object.values(built.columns).map(({ buffer }) => buffer)
  const pages = built.dictionary.pages[0]
  return [pack.buffer, domains.codes.buffer, ...columns, ...(pages ? [pages.buffer] : [])] as ArrayBuffer[]
}
