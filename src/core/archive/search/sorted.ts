import type { Sort, SortField } from '#shared/domain/message/search.ts'
import { fold } from '#shared/domain/query/fold.ts'
import type { Database } from '../database.ts'
import { eachBit } from '../index/bits.ts'
import type { Block } from '../index/block-store.ts'
import type { ColumnName } from '../index/columns.ts'
import { readRow } from '../store/messages.ts'
import type { Deadline, Place, Result } from './result.ts'

const numberColumns: Partial<Record<SortField, ColumnName>> = {
  lastState: 'lastState',
  size: 'size',
  opens: 'open',
  clicks: 'click',
  state: 'state',
}
const textFields = { to: 'email', from: 'from', subject: 'subject' } as const

type Entry = { block: Block; at: number }

/**
 * All rows of a result in another order than that of time, made once and kept for every page of it. Numbers come from
 * columns; texts must be read from the records, which for a million of them takes a while: hence in steps.
 */
export class Sorted {
  readonly #database: Database
  readonly #result: Result
  readonly #sort: Sort
  readonly #rank: (state: number) => number
  readonly version: string
  #next: number
  #entries: Entry[] = []
  #numbers: number[] = []
  #texts: string[] = []
  #order: Uint32Array | null = null

  constructor(database: Database, result: Result, sort: Sort, rank: (state: number) => number) {
    this.#database = database
    this.#result = result
    this.#sort = sort
    this.#rank = rank
    this.version = result.version
    this.#next = result.blocks.length - 1
  }

  /** Null when the deadline passed; ask again. */
  places(offset: number, limit: number, deadline: Deadline): Place[] | null {
    if (!this.#order) {
      while (this.#next >= 0) {
        if (deadline.passed()) return null
        this.#gather(this.#result.blocks[this.#next--]!)
      }
      this.#order = this.#arrange()
      this.#numbers = []
      this.#texts = []
    }
    return Array.from(this.#order.subarray(offset, offset + limit), (index) => this.#entries[index]!)
  }

  #gather(block: Block): void {
    const { bits } = this.#result.of(block)
    const reader = this.#result.reader(block)
    const places: number[] = []
    eachBit(bits, (at) => places.push(at))
    // Newest first, so that rows of equal worth stay in that order.
    places.reverse()
    const column = numberColumns[this.#sort.field]
    if (column) {
      const numbers = reader.column(column)
      const state = this.#sort.field === 'state'
      for (const at of places) this.#numbers.push(state ? this.#rank(numbers[at]!) : numbers[at]!)
    } else {
      const rows = reader.column('row')
      const field = textFields[this.#sort.field as keyof typeof textFields]
      for (const at of places) {
        const row = this.#database.get('SELECT row, record FROM message WHERE row = ?', rows[at]!)!
        this.#texts.push(fold(readRow(row)[field]))
      }
    }
    for (const at of places) this.#entries.push({ block, at })
  }

  #arrange(): Uint32Array {
    const order = Uint32Array.from({ length: this.#entries.length }, (_, index) => index)
    const sign = this.#sort.descending ? -1 : 1
    if (this.#texts.length === 0) return arrangeNumbers(this.#numbers, order, this.#sort.descending)
    const texts = this.#texts
    return order.sort((a, b) => (texts[a]! < texts[b]! ? -sign : texts[a]! > texts[b]! ? sign : a - b))
  }
}

/** Sorting plain numbers is five times as fast as sorting with a comparison: value and place become one number. */
function arrangeNumbers(numbers: readonly number[], order: Uint32Array, descending: boolean): Uint32Array {
  const count = numbers.length
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
