import { firstPosition } from '#shared/domain/base/binary-search.ts'
import type { Database } from '../file/database.ts'
import type { Block } from './block.ts'
import { readBlocks } from './block-store.ts'

/** The archive’s blocks in memory, in row order. They never overlap. */
export class BlockList {
  readonly #database: Database
  #blocks: Block[]

  constructor(database: Database) {
    this.#database = database
    this.#blocks = readBlocks(database)
  }

  /** Must be called after a failed transaction. */
  reload(): void {
    this.#blocks = readBlocks(this.#database)
  }

  get all(): readonly Block[] {
    return this.#blocks
  }

  /** The last block that begins at or before this row. */
  before(row: number): Block | undefined {
    return this.#blocks[this.#indexAfter(row) - 1]
  }

  after(row: number): Block | undefined {
    return this.#blocks[this.#indexAfter(row)]
  }

  /** The block whose row range includes this row. */
  including(row: number): Block | null {
    const block = this.before(row)
    return block && row <= block.last ? block : null
  }

  byBlock<Item extends { row: number }>(items: readonly Item[]): Map<Block, Item[]> {
    const groups = new Map<Block, Item[]>()
    for (const item of items) {
      const block = this.before(item.row)
      if (!block) continue
      const group = groups.get(block)
      if (group) group.push(item)
      else groups.set(block, [item])
    }
    return groups
  }

  add(blocks: readonly Block[]): void {
    this.#blocks = [...this.#blocks, ...blocks].sort((a, b) => a.first - b.first)
  }

  remove(blocks: readonly Block[]): void {
    const removed = new Set(blocks)
    this.#blocks = this.#blocks.filter((block) => !removed.has(block))
  }

  clear(): void {
    this.#blocks = []
  }

  #indexAfter(row: number): number {
    return firstPosition(this.#blocks.length, (at) => this.#blocks[at]!.first > row)
  }
}
