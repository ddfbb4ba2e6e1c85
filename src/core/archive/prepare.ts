import { BlockBuilder, type BuiltBlock } from './index/build-block.ts'
import { Domains, type DomainCodes } from './record/domains.ts'
import { Gatherer, type Gathered } from './record/gather.ts'
import { allPlaces, GrowingSet } from './record/growing-set.ts'

/** The block that the messages of a transaction make, each once and in the order of time, if all of them are new. */
export type Prepared = { domains: DomainCodes; built: BuiltBlock }

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
    return { domains, built: this.#builder.build(sorted, allPlaces(sorted.size), domains) }
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
export function buffersOf({ domains, built }: Prepared): ArrayBuffer[] {
  const columns = Object.values(built.columns).map(({ buffer }) => buffer)
  const pages = built.dictionary.pages[0]
  const buffers = [domains.codes.buffer, ...columns, ...built.packs.map(({ buffer }) => buffer)]
  return [...buffers, ...(pages ? [pages.buffer] : [])] as ArrayBuffer[]
}
