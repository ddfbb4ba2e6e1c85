import type { Count } from '#shared/domain/messages/search.ts'
import { countBits, hasBit, someBits, withScratchBits, type Bits } from '../index/bits.ts'
import type { Block } from '../store/block.ts'
import { positionOf } from '../index/columns.ts'
import { firstRowOf } from '../record/row-number.ts'
import { BlockReader } from './block-reader.ts'
import type { Deadline } from './deadline.ts'
import type { PartCache } from './part-cache.ts'
import { outerSpan, rowsOf, type Condition } from './conditions.ts'
import type { Database } from '../file/database.ts'

export type Found = { bits: Bits; count: number }
export type RowRef = { block: Block; at: number }

/**
 * One query’s matches. Blocks are searched when they are needed, and their matches are kept. When the archive changes, only
 * the changed blocks are searched again.
 */
export class Result {
  readonly condition: Condition
  readonly #database: Database
  readonly #cache: PartCache
  readonly #found = new Map<string, Found>()
  #blocks: Block[] = []
  #live = 0

  constructor(database: Database, cache: PartCache, condition: Condition) {
    this.#database = database
    this.#cache = cache
    this.condition = condition
  }

  /** Takes all of the archive’s current blocks, oldest first. */
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

  /** Identifies the state of the blocks covered by this result. */
  get version(): string {
    return this.#blocks.map(keyOf).join()
  }

  reader(block: Block): BlockReader {
    return new BlockReader(this.#database, block, this.#cache)
  }

  of(block: Block): Found {
    const key = keyOf(block)
    let found = this.#found.get(key)
    if (!found) {
      found = withScratchBits(() => this.#search(block))
      this.#found.set(key, found)
    }
    return found
  }

  #search(block: Block): Found {
    const reader = this.reader(block)
    const bits = rowsOf(this.condition, reader, reader.live())
    const count = countBits(bits)
    return count === 0 ? nothing : { bits: bits.slice(), count }
  }

  /** Matches from `offset` on, newest or oldest first. Null if the deadline passes before they are found. */
  refs(offset: number, limit: number, newestFirst: boolean, deadline: Deadline): RowRef[] | null {
    const refs: RowRef[] = []
    let skip = offset
    for (let step = 0; step < this.#blocks.length && refs.length < limit; step++) {
      const block = this.#blocks[newestFirst ? this.#blocks.length - 1 - step : step]!
      if (!this.#found.has(keyOf(block)) && deadline.passed()) return null
      const { bits, count } = this.of(block)
      if (skip >= count) {
        skip -= count
        continue
      }
      for (const at of someBits(bits, skip, limit - refs.length, newestFirst)) refs.push({ block, at })
      skip = 0
    }
    return refs
  }

  /** Null if the message isn’t a match. */
  refOf(row: number): RowRef | null {
    const block = this.#blocks.find(({ first, last }) => first <= row && row <= last)
    if (!block) return null
    const rows = this.reader(block).column('row')
    const at = positionOf(rows, row)
    return rows[at] === row && hasBit(this.of(block).bits, at) ? { block, at } : null
  }

  /** How many matches come before each of these rows, newest or oldest first. All blocks must have been searched. */
  positionsOf(refs: readonly (RowRef | null)[], newestFirst: boolean): (number | null)[] {
    const before = new Map<Block, number>()
    let sum = 0
    for (const block of newestFirst ? this.#blocks.toReversed() : this.#blocks) {
      before.set(block, sum)
      sum += this.of(block).count
    }
    return refs.map((ref) => {
      if (!ref) return null
      const { bits, count } = this.of(ref.block)
      const older = countBits(bits, 0, ref.at)
      return before.get(ref.block)! + (newestFirst ? count - 1 - older : older)
    })
  }

  /** Searches the remaining blocks, newest first, until the deadline. Returns true if none is left. */
  complete(deadline: Deadline): boolean {
    for (let step = this.#blocks.length - 1; step >= 0; step--) {
      const block = this.#blocks[step]!
      if (this.#found.has(keyOf(block))) continue
      if (deadline.passed()) return false
      this.of(block)
    }
    return true
  }

  /** Exact once every block has been searched; until then, an estimate from the density in the blocks searched. */
  count(): Count {
    let value = 0
    let searched = 0
    let exact = true
    for (const block of this.#blocks) {
      const found = this.#found.get(keyOf(block))
      if (!found) {
        exact = false
        continue
      }
      value += found.count
      searched += block.live
    }
    if (exact) return { value, exact }
    return { value: searched === 0 ? this.#live : Math.max(value, Math.round((value / searched) * this.#live)), exact }
  }
}

/** The result for a block without matches. In a search with few matches, that is most blocks. */
const nothing: Found = { bits: new Uint32Array(), count: 0 }

function keyOf(block: Block): string {
  return `${block.id}.${block.version}`
}
