import type { Sort, SortField } from '#shared/domain/messages/search.ts'
import { eachBit } from '../index/bits.ts'
import { blockSize } from '../index/build-block.ts'
import type { Block } from '../store/block.ts'
import type { ColumnName } from '../index/columns.ts'
import type { Deadline } from './deadline.ts'
import { SortedMerge } from './merge-sorted.ts'
import type { Place, Result } from './result.ts'
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
 * A result in an order other than time. It is sorted once for all its pages, and in steps, because a million rows take a
 * while. Numbers come from columns; texts are sorted block by block and then merged.
 */
export class SortedResult {
  readonly #result: Result
  readonly #sort: Sort
  readonly #rank: (state: number) => number
  /** Newest first. */
  readonly #blocks: readonly Block[]
  readonly version: string
  #next = 0
  /** Each row as one number: the index of its block times the block size, plus its place there. */
  #entries: number[] = []
  #numbers: number[] = []
  #lists: SortedTexts[] = []
  #merge: SortedMerge | null = null
  #order: Float64Array | null = null

  constructor(result: Result, sort: Sort, rank: (state: number) => number) {
    this.#result = result
    this.#sort = sort
    this.#rank = rank
    this.#blocks = result.blocks.toReversed()
    this.version = result.version
  }

  /** Null when the deadline passes; call again. */
  places(offset: number, limit: number, deadline: Deadline): Place[] | null {
    this.#order ??= this.#sortAll(deadline)
    if (!this.#order) return null
    return Array.from(this.#order.subarray(offset, offset + limit), (entry) => ({
      block: this.#blocks[Math.floor(entry / blockSize)]!,
      at: entry % blockSize,
    }))
  }

  /** How many matches come before each of these; null when the deadline passes. */
  positionsOf(places: readonly (Place | null)[], deadline: Deadline): (number | null)[] | null {
    const order = (this.#order ??= this.#sortAll(deadline))
    if (!order) return null
    return places.map((place) => {
      if (!place) return null
      const block = this.#blocks.findIndex(({ id }) => id === place.block.id)
      return order.indexOf(block * blockSize + place.at)
    })
  }

  #sortAll(deadline: Deadline): Float64Array | null {
    const field = textFields[this.#sort.field]
    for (; this.#next < this.#blocks.length; this.#next++) {
      if (deadline.passed()) return null
      if (field) this.#readTexts(this.#next, field)
      else this.#readNumbers(this.#next)
    }
    if (!field) {
      const order = sortNumbers(this.#numbers, this.#sort.descending)
      const entries = Float64Array.from(order, (index) => this.#entries[index]!)
      this.#numbers = []
      this.#entries = []
      return entries
    }
    this.#merge ??= new SortedMerge(this.#lists, this.#sort.descending)
    const merged = this.#merge.run(deadline)
    if (!merged) return null
    this.#lists = []
    this.#merge = null
    return merged
  }

  #readTexts(index: number, field: TextField): void {
    const block = this.#blocks[index]!
    const { bits } = this.#result.of(block)
    this.#lists.push(sortedTexts(this.#result.reader(block), bits, field))
  }

  #readNumbers(index: number): void {
    const block = this.#blocks[index]!
    const { bits } = this.#result.of(block)
    const places: number[] = []
    eachBit(bits, (at) => places.push(at))
    const numbers = this.#result.reader(block).column(numberColumns[this.#sort.field]!)
    const state = this.#sort.field === 'state'
    // Newest first, so that rows with equal numbers stay in that order.
    for (const at of places.reverse()) {
      this.#numbers.push(state ? this.#rank(numbers[at]!) : numbers[at]!)
      this.#entries.push(index * blockSize + at)
    }
  }
}

/** Combines value and place into one number, because sorting plain numbers is five times as fast as with a comparison. */
function sortNumbers(numbers: readonly number[], descending: boolean): Uint32Array {
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
