import type { Counters } from '#shared/contract/statistics.ts'
import { noCounters } from '#shared/domain/statistics/counters.ts'
import { addLine, type CountedLine } from './counted-line.ts'

type ValueSum = { readonly counters: Counters; newest: number }

/**
 * Counters by value in its searchable form: folded and truncated. Messages without a value are counted under the empty
 * value.
 */
export class ValueSums {
  readonly #sums = new Map<string, ValueSum>()

  get size(): number {
    return this.#sums.size
  }

  /** `newest`: the newest row of the line, if known. */
  add(value: string, line: CountedLine, newest = -1): void {
    let sum = this.#sums.get(value)
    if (!sum) this.#sums.set(value, (sum = { counters: noCounters(), newest }))
    addLine(sum.counters, line)
    sum.newest = Math.max(sum.newest, newest)
  }

  names(): string[] {
    return [...this.#sums.keys()]
  }

  of(value: string): ValueSum {
    return this.#sums.get(value)!
  }

  /** The number of messages with each value, in the order of `names`. */
  messages(): Float64Array {
    return Float64Array.from(this.#sums.values(), ({ counters }) => counters.messages)
  }

  /** How many messages have each value, without the empty value. */
  *valued(): Generator<number> {
    for (const [name, { counters }] of this.#sums) if (name !== '') yield counters.messages
  }
}
