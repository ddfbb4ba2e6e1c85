import type { Grouped } from '#shared/contract/statistics.ts'
import {
  hasMostlySingles,
  largestValues,
  mostSingles,
  tooManyValues,
  type ValueNumber,
} from '../../common/largest-values.ts'
import type { BlockReader } from '../search/block-reader.ts'
import type { BlockSums } from './block-sums.ts'
import { none, type BlockValues, type ValueSource } from './block-values.ts'
import type { GroupNames, StatisticsParts } from './statistics-parts.ts'
import { Totals } from './totals.ts'

export class GroupTotals {
  readonly #group: GroupNames
  readonly #parts: StatisticsParts
  readonly #totals = new Totals()
  #looked = mostSingles

  constructor(source: ValueSource, parts: StatisticsParts) {
    this.#group = parts.group(source)
    this.#parts = parts
  }

  /** Counts the matches in a block. The counter must already have received them. */
  add(reader: BlockReader, isWhole: boolean): void {
    const count = (): BlockSums => this.#count(reader)
    const sums = isWhole ? this.#parts.valueSums(reader.block, this.#group, count) : count()
    this.#totals.add(sums, this.#group.names.size)
  }

  #count(reader: BlockReader): BlockSums {
    const values = this.#parts.values(reader, this.#group)
    return byValue(this.#parts.counter.count(values.lists, values.starts.length - 1), values)
  }

  /** Whether enough names were added since the last call for `refuseSingles` to check again. */
  hasGrown(): boolean {
    if (this.#group.names.size <= this.#looked) return false
    this.#looked = this.#group.names.size * 1.5
    return true
  }

  /** Throws if nearly every message has a different value for the key. */
  refuseSingles(key: string): void {
    if (!hasMostlySingles(this.#totals.messages().subarray(none + 1))) return
    this.#parts.dropGroup(this.#group)
    throw tooManyValues(key)
  }

  /** How many messages have each value. Messages without a value are counted under the empty name. */
  messages(): { name: string; messages: number }[] {
    const found: { name: string; messages: number }[] = []
    for (const [number, messages] of this.#totals.messages().entries())
      if (messages > 0) found.push({ name: this.#group.names.textOf(number), messages })
    return found
  }

  /** The values that `take` lists. */
  listed(limit: number): Listed {
    const { listed } = largestValues(this.#totals.messages(), limit, (number) => this.#group.names.textOf(number))
    return { group: this.#group, values: listed }
  }

  /** Returns the values with the most messages, in descending order. */
  take(limit: number, stateName: (id: number) => string, written: (value: string) => string): Grouped {
    const messages = this.#totals.messages()
    const { listed, more } = largestValues(messages, limit, (number) => this.#group.names.textOf(number))
    return {
      values: listed.map(({ number, name }) => ({ value: written(name), ...this.#totals.counters(number, stateName) })),
      more,
    }
  }
}

/** Converts sums by list to sums by value, in place if each list contains a single value. */
function byValue({ states, ends, numbers, counts }: BlockSums, { starts, values }: BlockValues): BlockSums {
  if (values.length === starts.length - 1) {
    for (let at = 0; at < numbers.length; at++) numbers[at] = values[numbers[at]!]!
    return { states, ends, numbers, counts }
  }
  let length = 0
  for (const list of numbers) length += starts[list + 1]! - starts[list]!
  const found = { states, ends: ends.slice(), numbers: new Uint32Array(length), counts: new Float64Array(length) }
  let at = 0
  for (let column = 0, entry = 0; column < ends.length; column++) {
    for (; entry < ends[column]!; entry++) {
      const list = numbers[entry]!
      for (let value = starts[list]!; value < starts[list + 1]!; value++) {
        found.numbers[at] = values[value]!
        found.counts[at++] = counts[entry]!
      }
    }
    found.ends[column] = at
  }
  return found
}

/** A group’s values, by their numbers. */
export type Listed = { readonly group: GroupNames; readonly values: readonly ValueNumber[] }
