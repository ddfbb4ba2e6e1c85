import { noCounters } from '#shared/domain/statistics/counters.ts'
import { classOf, sizeBounds } from '#shared/domain/statistics/details/classes.ts'
import { deliveredOf } from '#shared/domain/statistics/figures.ts'
import { eachBit, type Bits } from '../../index/bits.ts'
import { roughly } from '../../index/columns.ts'
import type { BlockReader } from '../../search/block-reader.ts'

type BlockMatches = { readonly reader: BlockReader; readonly bits: Bits }
type StateNames = ReadonlyMap<number, string>

/** What the columns tell of the matches. It is so fast that nothing of it is kept. */
export class ColumnSums {
  messages = 0
  readonly sizeClasses = new Array<number>(sizeBounds.length + 1).fill(0)
  unknownSizes = 0
  readonly #states = new Map<number, number>()
  /** Messages by their rounded size: it says near which size the median is. */
  readonly #rough = new Uint32Array(256)

  add({ reader, bits }: BlockMatches): void {
    const state = reader.column('state')
    const size = reader.column('size')
    eachBit(bits, (at) => {
      this.messages += 1
      this.#states.set(state[at]!, (this.#states.get(state[at]!) ?? 0) + 1)
      // A service that reports no size would otherwise have the smallest messages of all.
      if (size[at] === 0) this.unknownSizes += 1
      else {
        this.sizeClasses[classOf(sizeBounds, size[at]!)]! += 1
        this.#rough[roughly(size[at]!)]! += 1
      }
    })
  }

  delivered(names: StateNames): number {
    const states = Object.fromEntries([...this.#states].map(([id, messages]) => [names.get(id) ?? '', messages]))
    return deliveredOf({ ...noCounters(), states })
  }

  /** The exact median: among the sizes that round to where it is, found in a second look at the blocks. */
  median(blocks: Iterable<BlockMatches>): number | null {
    const known = this.messages - this.unknownSizes
    if (known === 0) return null
    let before = 0
    let rough = 0
    const middle = Math.ceil(known / 2)
    while (before + this.#rough[rough]! < middle) before += this.#rough[rough++]!
    const near: number[] = []
    for (const { reader, bits } of blocks) {
      const size = reader.column('size')
      eachBit(bits, (at) => {
        if (size[at] !== 0 && roughly(size[at]!) === rough) near.push(size[at]!)
      })
    }
    return Float64Array.from(near).sort()[middle - before - 1]!
  }
}
