import type { Message } from '#shared/domain/message/record.ts'
import { DictionaryBuilder } from './build-dictionary.ts'
import { clamp, columnNames, emptyColumns, type Columns } from './columns.ts'
import type { Dictionary } from './page-writer.ts'

/** The most rows of a block: bits of 2 KB, a dictionary of some megabytes, 61 blocks for a million messages. */
export const blockSize = 16_384

export type FinishedDraft = { columns: Columns; dictionary: Dictionary }

/** One block while it is put together: row after row, so that no record has to wait in memory for the others. */
export class BlockDraft {
  readonly #stateId: (state: string) => number
  readonly #columns = emptyColumns(blockSize)
  readonly #builder = new DictionaryBuilder()
  size = 0

  constructor(stateId: (state: string) => number) {
    this.#stateId = stateId
  }

  /** Rows are added in their order, at most a block of them. */
  add(row: number, message: Message): void {
    this.#columns.row[this.size] = row
    this.fill(this.#columns, this.size, message)
    this.#builder.add(this.size++, message)
  }

  fill(columns: Columns, at: number, message: Message): void {
    columns.state[at] = this.#stateId(message.lastState)
    columns.size[at] = clamp(message.size)
    columns.open[at] = clamp(message.open)
    columns.click[at] = clamp(message.click)
    columns.lastState[at] = clamp(message.lastStateDate / 1000)
  }

  /** Whether a row can come next. */
  takes(row: number): boolean {
    return this.size === 0 || (this.size < blockSize && row > this.last)
  }

  get first(): number {
    return this.#columns.row[0]!
  }

  get last(): number {
    return this.#columns.row[this.size - 1]!
  }

  /** What was added; then the draft is empty. */
  finish(): FinishedDraft {
    const columns = emptyColumns(0)
    for (const name of columnNames) Object.assign(columns, { [name]: this.#columns[name].slice(0, this.size) })
    const dictionary = this.#builder.finish(this.size)
    this.size = 0
    return { columns, dictionary }
  }

  clear(): void {
    this.#builder.clear()
    this.size = 0
  }
}
