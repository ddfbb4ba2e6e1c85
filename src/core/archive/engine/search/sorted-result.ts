import type { Sort, SortField } from '#shared/domain/messages/search.ts'
import { eachBit } from '../index/bits.ts'
import { blockSize } from '../index/build-block.ts'
import type { Block } from '../store/block-store.ts'
import type { ColumnName } from '../index/columns.ts'
import { Merge } from './merge-sorted.ts'
import type { Deadline, Place, Result } from './result.ts'
import { sortedTexts, type SortedTexts, type TextField } from './sorted-texts.ts'

const numberColumns: Partial<Record<SortField, ColumnName>> = {
  lastState: 'lastState',
  size: 'size',
  opens: 'open',
  clicks: 'click',
  state: 'state',
}
const textFields: Partial<Record<SortField, TextField>> = { to: 'email', from: 'from', subject: 'subject' }

/**
 * All rows of a result in another order than that of time, made once and kept for every page of it, in steps, for a million
 * of them take a while. Numbers come from columns; texts are put in order block by block, and the blocks merged.
 */
export class Sorted {
  readonly #result: Result
  readonly #sort: Sort
  readonly #rank: (state: number) => number
  /** Newest first. */
  readonly #blocks: readonly Block[]
  readonly version: string
  #next = 0
  /** A row as one number: its block and its place there. */
  #entries: number[] = []
  #numbers: number[] = []
  #lists: SortedTexts[] = []
  #merge: Merge | null = null
  #order: Float64Array | null = null

  constructor(result: Result, sort: Sort, rank: (state: number) => number) {
    this.#result = result
    this.#sort = sort
    this.#rank = rank
    this.#blocks = result.blocks.toReversed()
    this.version = result.version
  }

  /** Null when the deadline passed; ask again. */
  places(offset: number, limit: number, deadline: Deadline): Place[] | null {
    this.#order ??= this.#arrange(deadline)
    if (!this.#order) return null
    return Array.from(this.#order.subarray(offset, offset + limit), (entry) => ({
      block: this.#blocks[Math.floor(entry / blockSize)]!,
      at: entry % blockSize,
    }))
  }

  /** How many stand before these; null when the deadline passed. */
  indexesOf(places: readonly (Place | null)[], deadline: Deadline): (number | null)[] | null {
    const order = (this.#order ??= this.#arrange(deadline))
    if (!order) return null
    return places.map((place) => {
      if (!place) return null
      const block = this.#blocks.findIndex(({ id }) => id === place.block.id)
      return order.indexOf(block * blockSize + place.at)
    })
  }

  #arrange(deadline: Deadline): Float64Array | null {
    const field = textFields[this.#sort.field]
    for (; this.#next < this.#blocks.length; this.#next++) {
      if (deadline.passed()) return null
      if (field) this.#gatherTexts(this.#next, field)
      else this.#gatherNumbers(this.#next)
    }
    if (!field) {
      const order = arrangeNumbers(this.#numbers, this.#sort.descending)
      const entries = Float64Array.from(order, (index) => this.#entries[index]!)
      this.#numbers = []
      this.#entries = []
      return entries
    }
    this.#merge ??= new Merge(this.#lists, this.#sort.descending)
    const merged = this.#merge.run(deadline)
    if (!merged) return null
    this.#lists = []
    this.#merge = null
    return merged
  }

  #gatherTexts(index: number, field: TextField): void {
    const block = this.#blocks[index]!
    const { bits } = this.#result.of(block)
    this.#lists.push(sortedTexts(this.#result.reader(block), bits, field))
  }

  #gatherNumbers(index: number): void {
    const block = this.#blocks[index]!
    const { bits } = this.#result.of(block)
    const places: number[] = []
    eachBit(bits, (at) => places.push(at))
    const numbers = this.#result.reader(block).column(numberColumns[this.#sort.field]!)
    const state = this.#sort.field === 'state'
    // Newest first, so that rows of equal worth stay in that order.
    for (const at of places.reverse()) {
      this.#numbers.push(state ? this.#rank(numbers[at]!) : numbers[at]!)
      this.#entries.push(index * blockSize + at)
    }
  }
}

/** Sorting plain numbers is five times as fast as sorting with a comparison: value and place become one number. */
function arrangeNumbers(numbers: readonly number[], descending: boolean): Uint32Array {
  const count = numbers.length
  const order = Uint32Array.from({ length: count }, (_, index) => index)
  const largest = numbers.reduce((most, number) => Math.max(most, number), 0)
  if ((largest + 1) * (count + 1) >= Number.MAX_SAFE_INTEGER) {
    const sign = descending ? -1 : 1
    return order.sort((a, b) => sign * (numbers[a]! - numbers[b]!) || a - b)
  }
  const keys = Float64Array.from(numbers, (number, index) => (descending ? largest - number : number) * count + index)
  keys.sort()
  for (let index = 0; index < count; index++) order[index] = keys[index]! % count
  return order
}
