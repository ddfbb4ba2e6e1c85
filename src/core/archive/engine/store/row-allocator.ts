import { firstRowOf, rowsPerSecond } from '../record/row-number.ts'
import type { BlockWriter } from './block-writer.ts'

/** Assigns rows to new messages in chronological order. */
export class RowAllocator {
  readonly #blocks: BlockWriter
  #second = -1
  #counter = 0

  constructor(blocks: BlockWriter) {
    this.#blocks = blocks
  }

  /** Must be called at the start of every transaction, because the previous transaction may have failed. */
  begin(): void {
    this.#second = -1
  }

  next(second: number): number {
    if (second > this.#second) this.#goTo(second)
    // More than a million messages in one second spill over into the next second.
    while (this.#counter >= rowsPerSecond) this.#goTo(this.#second + 1)
    return firstRowOf(this.#second) + this.#counter++
  }

  #goTo(second: number): void {
    this.#second = second
    const last = this.#blocks.rowBefore(firstRowOf(second + 1))
    this.#counter = last === null || last < firstRowOf(second) ? 0 : last - firstRowOf(second) + 1
  }
}
