import { classOf, sizeBounds } from '#shared/domain/statistics/details/classes.ts'
import { deliveredOf } from '#shared/domain/statistics/figures.ts'
import { eachBit, type Bits } from '../../index/bits.ts'
import { roughly } from '../../index/columns.ts'
import type { BlockReader } from '../../search/block-reader.ts'

type BlockMatches = { readonly reader: BlockReader; readonly bits: Bits }
/** The median’s rounded size, and how many messages have a smaller rounded size. */
type Middle = { readonly rough: number; readonly before: number }
type StateNames = ReadonlyMap<number, string>

/** Sums computed from the matches’ columns. Reading columns is so fast that no block’s sums are kept. */
export class ColumnSums {
  messages = 0
  readonly sizeClasses = new Array<number>(sizeBounds.length + 1).fill(0)
  unknownSizes = 0
  /**
   * Messages by state number. State numbers are small, so an array can be used, which is four times as fast as a map.
   */
  readonly #states: number[] = []
  /** Messages by rounded size, used to locate the median. */
  readonly #rough = new Uint32Array(256)
  #middle: Middle | undefined
  /** Messages by exact size, for the few thousand sizes that round to the median’s rounded size. */
  readonly #near = new Map<number, number>()

  add({ reader, bits }: BlockMatches): void {
    const state = reader.column('state')
    const size = reader.column('size')
    eachBit(bits, (at) => {
      this.messages += 1
      this.#states[state[at]!] = (this.#states[state[at]!] ?? 0) + 1
      // Messages from a service that reports no sizes must not count as the smallest.
      if (size[at] === 0) this.unknownSizes += 1
      else {
        this.sizeClasses[classOf(sizeBounds, size[at]!)]! += 1
        this.#rough[roughly(size[at]!)]! += 1
      }
    })
  }

  delivered(names: StateNames): number {
    const states: Record<string, number> = {}
    // State numbers without a match are empty slots, which `forEach` skips.
    this.#states.forEach((messages, id) => (states[names.get(id) ?? ''] = messages))
    return deliveredOf({ states })
  }

  /** Reads a block again to find the median. Must be called after all blocks were added. */
  lookAgain({ reader, bits }: BlockMatches): void {
    const { rough } = (this.#middle ??= this.#findMiddle())
    const size = reader.column('size')
    eachBit(bits, (at) => {
      const bytes = size[at]!
      if (bytes !== 0 && roughly(bytes) === rough) this.#near.set(bytes, (this.#near.get(bytes) ?? 0) + 1)
    })
  }

  /** Exact once every block has been read again. */
  get median(): number | null {
    let before = this.#middle?.before ?? 0
    for (const size of Float64Array.from(this.#near.keys()).sort()) {
      before += this.#near.get(size)!
      if (before >= this.#half) return size
    }
    return null
  }

  get #half(): number {
    return Math.ceil((this.messages - this.unknownSizes) / 2)
  }

  #findMiddle(): Middle {
    let before = 0
    let rough = 0
    while (before + this.#rough[rough]! < this.#half) before += this.#rough[rough++]!
    return { rough, before }
  }
}
