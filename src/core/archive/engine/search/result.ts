import type { Count } from '#shared/domain/messages/search.ts'
import { countBits, hasBit, inPassing, someBits, type Bits } from '../index/bits.ts'
import type { Block } from '../store/block-store.ts'
import { placeOf } from '../index/columns.ts'
import { firstRowOf } from '../record/row-number.ts'
import { BlockReader } from './block-reader.ts'
import type { KeptParts } from './part-cache.ts'
import { outerSpan, rowsOf, type Condition } from './conditions.ts'
import type { Database } from '../file/database.ts'

export type Found = { bits: Bits; count: number }
export type Place = { block: Block; at: number }

/** Stops work that takes long, so that it can go on at the next call. */
export type Deadline = { passed(): boolean }

/**
 * The rows of one query, block by block, found when they are needed and kept. When the archive changes, only the
 * blocks that changed are looked at again.
 */
export class Result {
  readonly condition: Condition
  readonly #database: Database
  readonly #kept: KeptParts
  readonly #found = new Map<string, Found>()
  #blocks: Block[] = []
  #live = 0

  constructor(database: Database, kept: KeptParts, condition: Condition) {
    this.#database = database
    this.#kept = kept
    this.condition = condition
  }

  /** `blocks` are all that there are, oldest first. */
  update(blocks: readonly Block[]): void {
    const { from, to } = outerSpan(this.condition)
    const [first, beyond] = [firstRowOf(from), firstRowOf(to)]
    this.#blocks = blocks.filter((block) => block.last >= first && block.first < beyond)
    this.#live = this.#blocks.reduce((sum, block) => sum + block.live, 0)
    const keys = new Set(this.#blocks.map(keyOf))
    for (const key of this.#found.keys()) if (!keys.has(key)) this.#found.delete(key)
  }

  get blocks(): readonly Block[] {
    return this.#blocks
  }

  /** A short name for the state of the archive that this result is of. */
  get version(): string {
    return this.#blocks.map(keyOf).join()
  }

  reader(block: Block): BlockReader {
    return new BlockReader(this.#database, block, this.#kept)
  }

  of(block: Block): Found {
    const key = keyOf(block)
    let found = this.#found.get(key)
    if (!found) {
      found = inPassing(() => this.#look(block))
      this.#found.set(key, found)
    }
    return found
  }

  #look(block: Block): Found {
    const reader = this.reader(block)
    const bits = rowsOf(this.condition, reader, reader.live())
    const count = countBits(bits)
    return count === 0 ? nothing : { bits: bits.slice(), count }
  }

  /** Places from the `offset`-th on, in order of time; null when the deadline passed before they were found. */
  places(offset: number, limit: number, newestFirst: boolean, deadline: Deadline): Place[] | null {
    const places: Place[] = []
    let skip = offset
    for (let step = 0; step < this.#blocks.length && places.length < limit; step++) {
      const block = this.#blocks[newestFirst ? this.#blocks.length - 1 - step : step]!
      if (!this.#found.has(keyOf(block)) && deadline.passed()) return null
      const { bits, count } = this.of(block)
      if (skip >= count) {
        skip -= count
        continue
      }
      for (const at of someBits(bits, skip, limit - places.length, newestFirst)) places.push({ block, at })
      skip = 0
    }
    return places
  }

  /** Null where the message is not of the result. */
  placeOf(row: number): Place | null {
    const block = this.#blocks.find(({ first, last }) => first <= row && row <= last)
    if (!block) return null
    const rows = this.reader(block).column('row')
    const at = placeOf(rows, row)
    return rows[at] === row && hasBit(this.of(block).bits, at) ? { block, at } : null
  }

  /** How many stand before these, in order of time. All blocks were looked at already. */
  indexesOf(places: readonly (Place | null)[], newestFirst: boolean): (number | null)[] {
    const before = new Map<Block, number>()
    let sum = 0
    for (const block of newestFirst ? this.#blocks.toReversed() : this.#blocks) {
      before.set(block, sum)
      sum += this.of(block).count
    }
    return places.map((place) => {
      if (!place) return null
      const { bits, count } = this.of(place.block)
      const older = countBits(bits, 0, place.at)
      return before.get(place.block)! + (newestFirst ? count - 1 - older : older)
    })
  }

  /** Looks at blocks, newest first, until the deadline; true when all are known. */
  complete(deadline: Deadline): boolean {
    for (let step = this.#blocks.length - 1; step >= 0; step--) {
      const block = this.#blocks[step]!
      if (this.#found.has(keyOf(block))) continue
      if (deadline.passed()) return false
      this.of(block)
    }
    return true
  }

  /** Exact when every block was looked at, else as dense as in those that were. */
  count(): Count {
    let value = 0
    let looked = 0
    let exact = true
    for (const block of this.#blocks) {
      const found = this.#found.get(keyOf(block))
      if (!found) {
        exact = false
        continue
      }
      value += found.count
      looked += block.live
    }
    if (exact) return { value, exact }
    return { value: looked === 0 ? this.#live : Math.max(value, Math.round((value / looked) * this.#live)), exact }
  }
}

/** Of most blocks, where few messages match. */
const nothing: Found = { bits: new Uint32Array(), count: 0 }

function keyOf(block: Block): string {
  return `${block.id}.${block.version}`
}
