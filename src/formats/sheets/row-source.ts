import { withoutEnd } from '#shared/domain/text/without-end.ts'
import { cutText } from '../base/cell-text.ts'
import type { Row, RowBatches } from '../base/table.ts'

const maxNameLength = 31

/** A sheet's name as spreadsheets accept it; the second sheet and those after it carry a number. */
export function sheetName(base: string, index: number): string {
  const suffix = index === 0 ? '' : ` ${index + 1}`
  const name = base.replaceAll(/[\\/?*[\]:\p{Cc}]/gu, ' ').trim() || 'Sheet'
  // No sheet may be named so in Excel, and an apostrophe may stand neither first nor last.
  const allowed = name.toLowerCase() === 'history' ? `${name} 1` : withoutEnd(name.replace(/^'+/, ''), "'") || 'Sheet'
  return cutText(allowed, maxNameLength - suffix.length) + suffix
}

export function checkColumns(columns: readonly string[], limit: number, fileType: string): void {
  if (columns.length > limit) throw new RangeError(`A ${fileType} sheet holds ${limit} columns, not ${columns.length}.`)
}

export function checkRowsPerSheet(asked: number | undefined, limit: number): number {
  if (asked === undefined) return limit
  if (asked < 2 || asked > limit) throw new RangeError(`A sheet of this type holds 2 to ${limit} rows, not ${asked}.`)
  return Math.floor(asked)
}

/** Batches of rows that can be taken a few at a time: a sheet may be full in the middle of a batch. */
export class RowSource {
  readonly #iterator: Iterator<readonly Row[]> | AsyncIterator<readonly Row[]>
  #batch: readonly Row[] = []
  #at = 0

  constructor(batches: RowBatches) {
    this.#iterator = Symbol.asyncIterator in batches ? batches[Symbol.asyncIterator]() : batches[Symbol.iterator]()
  }

  /** Up to `limit` rows; null when there are no more. */
  async take(limit: number): Promise<readonly Row[] | null> {
    while (this.#at >= this.#batch.length) {
      const next = await this.#iterator.next()
      if (next.done) return null
      this.#batch = next.value
      this.#at = 0
    }
    const from = this.#at
    this.#at = Math.min(this.#batch.length, from + limit)
    return this.#batch.slice(from, this.#at)
  }

  async isEmpty(): Promise<boolean> {
    return (await this.take(0)) === null
  }

  /** Tells the source that nothing more will be taken. */
  async close(): Promise<void> {
    await this.#iterator.return?.()
  }
}
