import { rowsOf } from '../base/column-cells.ts'
import { isColumnBatch, type Batch, type Row, type RowBatches } from '../base/table.ts'

/**
 * Returns as many rows as the caller asks for, regardless of the source’s batches: a sheet may become full in the
 * middle of a batch.
 */
export class RowSource {
  readonly #iterator: Iterator<Batch> | AsyncIterator<Batch>
  #batch: Batch = []
  #at = 0

  constructor(batches: RowBatches) {
    this.#iterator = Symbol.asyncIterator in batches ? batches[Symbol.asyncIterator]() : batches[Symbol.iterator]()
  }

  /** Returns up to `limit` rows, or null if there are no more. */
  async take(limit: number): Promise<readonly Row[] | null> {
    while (this.#at >= this.#batch.length) {
      const next = await this.#iterator.next()
      if (next.done) return null
      this.#batch = next.value
      this.#at = 0
    }
    const from = this.#at
    this.#at = Math.min(this.#batch.length, from + limit)
    return isColumnBatch(this.#batch) ? rowsOf(this.#batch, from, this.#at) : this.#batch.slice(from, this.#at)
  }

  async isEmpty(): Promise<boolean> {
    return (await this.take(0)) === null
  }

  /** Lets the source release its resources. */
  async close(): Promise<void> {
    await this.#iterator.return?.()
  }
}
