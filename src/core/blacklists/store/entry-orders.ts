import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BlacklistSort } from '#shared/contract/blacklists.ts'
import { sortInTurns, textPlaces } from '../../base/threads/sort-in-turns.ts'
import type { EntryTable } from './entry-table.ts'
import type { Grouped } from './mass-events.ts'
import { allRows } from './sort-rows.ts'

/** How many rows are examined before other calls get their turn. */
const turn = 100_000

/**
 * The order of a table’s rows by each displayed value. An order is built when it is first requested and takes up 4 MB for a
 * million rows; a single pass over it then sorts a search’s rows. Rows that display the same value are newest first.
 */
export class EntryOrders {
  readonly #table: EntryTable
  readonly #made = new Map<string, Promise<Uint32Array>>()

  constructor(table: EntryTable) {
    this.#table = table
  }

  async arranged(grouped: Grouped, { field, descending }: BlacklistSort): Promise<Int32Array> {
    const { shown, newest } = grouped
    if (field === 'since') return descending ? shown : shown.toReversed()
    const order = await this.#order(field, descending)
    // Each row’s mark: entries count from 1, because 0 means that the row is not shown.
    const marks = new Int32Array(this.#table.count)
    for (const row of shown) marks[row < 0 ? newest[-row - 1]! : row] = row < 0 ? row : row + 1
    const arranged = new Int32Array(shown.length)
    let end = 0
    // Events come before all addresses: their rows show no address, so between addresses they would seem misplaced.
    const eventsFirst = field === 'address'
    if (eventsFirst) for (let at = 0; at < newest.length; at++) arranged[end++] = -(at + 1)
    for (let at = 0; at < order.length; at++) {
      if (at % turn === 0) await nextTurn()
      const mark = marks[order[at]!]!
      if (mark > 0) arranged[end++] = mark - 1
      else if (mark < 0 && !eventsFirst) arranged[end++] = mark
    }
    return arranged
  }

  #order(field: Exclude<BlacklistSort['field'], 'since'>, descending: boolean): Promise<Uint32Array> {
    const name = `${field} ${descending}`
    const known = this.#made.get(name)
    if (known) return known
    const { columns, reasonTexts, listNames } = this.#table
    const made =
      field === 'address'
        ? this.#byAddress(descending)
        : field === 'reason'
          ? this.#byText(columns.reasons, reasonTexts.all(), descending)
          : this.#byText(columns.lists, listNames.all(), descending)
    this.#made.set(name, made)
    return made
  }

  async #byText(codes: Uint32Array, texts: readonly string[], descending: boolean): Promise<Uint32Array> {
    const places = await textPlaces(texts)
    const { count } = this.#table
    const last = places.reduce((most, place) => Math.max(most, place), 0)
    const placeOf = (row: number) => (descending ? last - places[codes[row]!]! : places[codes[row]!]!)
    const ends = new Uint32Array(last + 2)
    for (let row = 0; row < count; row++) ends[placeOf(row) + 1]!++
    for (let place = 0; place <= last; place++) ends[place + 1]! += ends[place]!
    await nextTurn()
    const order = new Uint32Array(count)
    for (let row = 0; row < count; row++) order[ends[placeOf(row)]!++] = row
    return order
  }

  /**
   * Restores the order, newest first, of rows that have the same address because it is on several custom lists. The
   * rows are next to each other.
   */
  #newestFirst(order: Uint32Array): Uint32Array {
    let start = 0
    for (let at = 1; at <= order.length; at++) {
      if (at < order.length && this.#isSameAddress(order[start]!, order[at]!)) continue
      if (at - start > 1) order.subarray(start, at).reverse()
      start = at
    }
    return order
  }

  #isSameAddress(one: number, other: number): boolean {
    const { locals, starts, domains } = this.#table.columns
    const [begin, end] = [starts[one]!, starts[one + 1]!]
    const shift = starts[other]! - begin
    if (domains[one] !== domains[other] || starts[other + 1]! - shift !== end) return false
    for (let at = begin; at < end; at++) if (locals[at] !== locals[at + shift]) return false
    return true
  }

  async #byAddress(descending: boolean): Promise<Uint32Array> {
    if (descending) return this.#newestFirst((await this.#order('address', false)).toReversed())
    const table = this.#table
    const { locals, starts, domains } = table.columns
    const domainPlaces = await textPlaces(table.domainNames.all())
    // The first eight characters, as two numbers, decide nearly every comparison.
    const [first, second] = [new Uint32Array(table.count), new Uint32Array(table.count)]
    for (let row = 0; row < table.count; row++) {
      const [start, end] = [starts[row]!, starts[row + 1]!]
      first[row] = fourBytes(locals, start, end)
      second[row] = fourBytes(locals, start + 4, end)
      if (row % turn === turn - 1) await nextTurn()
    }
    const rest = (one: number, other: number): number => {
      const [oneEnd, otherEnd] = [starts[one + 1]!, starts[other + 1]!]
      let [at, place] = [starts[one]! + 8, starts[other]! + 8]
      while (at < oneEnd && place < otherEnd && locals[at] === locals[place]) {
        at++
        place++
      }
      const left = at < oneEnd ? locals[at]! : -1
      const right = place < otherEnd ? locals[place]! : -1
      return left - right || domainPlaces[domains[one]!]! - domainPlaces[domains[other]!]! || one - other
    }
    return sortInTurns(
      allRows(table),
      (one, other) => first[one]! - first[other]! || second[one]! - second[other]! || rest(one, other),
    )
  }
}

function fourBytes(bytes: Uint8Array, start: number, end: number): number {
  let number = 0
  for (let at = start; at < start + 4; at++) number = number * 256 + (at < end ? bytes[at]! : 0)
  return number
}
