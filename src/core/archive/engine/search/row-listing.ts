import type { RowRange } from '../../port/archive-port.ts'
import type { Block } from '../store/block.ts'
import type { Deadline } from './deadline.ts'
import type { RowRef, Result } from './result.ts'

/** Refs are created in batches of this size, because a million at once would take up a hundred megabytes. */
const refsAtOnce = 16_384

type Part = { readonly offset: number; readonly limit: number }
type RefsIn = (part: Part) => readonly RowRef[] | null

/** Lists the rows of a search’s matches that are in some ranges, in turns. Every block must have been searched. */
export class RowListing {
  /** The archive state being listed: rows from two states must not be mixed. */
  readonly version: string
  readonly #result: Result
  readonly #parts: readonly Part[]
  readonly #rows: Float64Array
  readonly #columns = new Map<Block, Float64Array>()
  #next = 0
  #count = 0

  constructor(result: Result, ranges: readonly RowRange[]) {
    this.version = result.version
    this.#result = result
    const end = result.count().value
    this.#parts = ranges.flatMap(({ first, last }) => partsOf(first, Math.min(last + 1, end)))
    this.#rows = new Float64Array(this.#parts.reduce((sum, { limit }) => sum + limit, 0))
  }

  /** Null if the deadline passes or `refsIn` returns null, in which case the call must be repeated. */
  rows(refsIn: RefsIn, deadline: Deadline): Float64Array | null {
    for (; this.#next < this.#parts.length; this.#next++) {
      if (deadline.passed()) return null
      const refs = refsIn(this.#parts[this.#next]!)
      if (refs === null) return null
      for (const { block, at } of refs) this.#rows[this.#count++] = this.#column(block)[at]!
    }
    return this.#rows
  }

  #column(block: Block): Float64Array {
    let column = this.#columns.get(block)
    if (!column) this.#columns.set(block, (column = this.#result.reader(block).column('row')))
    return column
  }
}

function partsOf(first: number, end: number): Part[] {
  const parts: Part[] = []
  for (let offset = first; offset < end; offset += refsAtOnce) {
    parts.push({ offset, limit: Math.min(refsAtOnce, end - offset) })
  }
  return parts
}
