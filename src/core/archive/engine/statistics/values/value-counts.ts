import type { BlockReader } from '../../search/block-reader.ts'
import type { Deadline } from '../../search/deadline.ts'
import type { Found, RowRef, Result } from '../../search/result.ts'

export type CountedValue = {
  /** The value as stored in the index, or a state as the service writes it. */
  readonly name: string
  /** Null if not all messages were counted. */
  readonly messages: number | null
  /** A message containing the value. Null if the archive lists the spellings of values. */
  readonly ref: RowRef | null
}

export type Tally = {
  /** Adds a block’s matches. Blocks must be added newest first. */
  add(reader: BlockReader, found: Found): void
  /** Whether the limit on values was reached. From then on, new values are left out. */
  readonly isFull: boolean
  values(): CountedValue[]
}

/** Counts, block by block, how many of a search’s matches have each value of a field. */
export class ValueCounts {
  readonly version: string
  readonly #result: Result
  #tally: Tally | null
  #next: number
  #values: readonly CountedValue[] = []

  constructor(result: Result, tally: Tally) {
    this.version = result.version
    this.#result = result
    this.#tally = tally
    this.#next = result.blocks.length - 1
  }

  /**
   * Returns the values, most frequent first. If there are too many, returns only those of the newest messages, without
   * counts. Returns null if the deadline passes, in which case the call must be repeated.
   */
  values(deadline: Deadline): readonly CountedValue[] | null {
    const tally = this.#tally
    if (tally === null) return this.#values
    const { blocks } = this.#result
    for (; this.#next >= 0 && !tally.isFull; this.#next--) {
      if (deadline.passed()) return null
      const block = blocks[this.#next]!
      const found = this.#result.of(block)
      if (found.count > 0) tally.add(this.#result.reader(block), found)
    }
    this.#values =
      this.#next < 0
        ? tally.values().sort((a, b) => b.messages! - a.messages! || (a.name < b.name ? -1 : 1))
        : tally.values().map((value) => ({ ...value, messages: null }))
    this.#tally = null
    return this.#values
  }
}
