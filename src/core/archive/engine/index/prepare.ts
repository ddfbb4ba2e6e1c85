import { BlockBuilder } from './build-block.ts'
import type { Prepared } from './prepared.ts'
import { RecipientDomains } from '../record/recipient-domains.ts'
import { PackCombiner, type CombinedRecords } from '../record/combine-packs.ts'
import { allPositions, GrowingSet } from '../../../base/packs/growing-set.ts'
import { writePack } from '../../../base/packs/pack.ts'

/** Does the part of an import that needs no access to the archive file. Runs in a separate thread from the writer. */
export class Preparer {
  readonly #combiner = new PackCombiner()
  readonly #sorted = new GrowingSet(1024)
  readonly #domains = new RecipientDomains()
  readonly #builder = new BlockBuilder()

  /** Accepts at most one block of records. */
  prepare(packs: Iterable<Uint8Array>): Prepared {
    const combined = this.#combiner.combine(packs)
    const sorted = isInOrder(combined) ? combined.set : this.#sort(combined)
    const { codes, names } = this.#domains.read(sorted)
    const domains = { codes: codes.slice(0, sorted.size), names }
    const built = this.#builder.build(sorted, allPositions(sorted.size), domains)
    return { pack: writePack(sorted), domains, built }
  }

  #sort({ set, order }: CombinedRecords): GrowingSet {
    this.#sorted.clear()
    this.#sorted.appendFrom(set, order)
    return this.#sorted
  }
}

function isInOrder({ set, order }: CombinedRecords): boolean {
  for (let index = 0; index < order.length; index++) if (order[index] !== index) return false
  return order.length === set.size
}
