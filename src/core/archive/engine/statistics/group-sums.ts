import { AppError } from '#shared/contract/base/error.ts'
import type { Grouped } from '#shared/contract/statistics.ts'
import { CountSums, type Numbers } from './count-sums.ts'

/** Counters of every value of a group. */
export class GroupSums {
  readonly #codes = new Map<string, number>()
  readonly #values: string[] = []
  readonly #sums = new CountSums()
  #added = 0

  /** Counts the messages at these places under a value. */
  add(value: string, places: readonly number[], numbers: Numbers): void {
    let code = this.#codes.get(value)
    if (code === undefined) {
      code = this.#values.push(value) - 1
      this.#codes.set(value, code)
    }
    this.#added += places.length
    this.#sums.begin(code)
    for (const at of places) this.#sums.add(at, numbers)
    this.#sums.end()
  }

  /** A key with nearly as many values as messages, such as an order number, groups nothing and would only fill the memory. */
  refuseSingles(key: string): void {
    if (this.#values.length <= mostSingles || this.#values.length * 2 < this.#added) return
    throw new AppError(
      'too-many-values',
      `Nearly every message has another value of “${key}”, so there is nothing to count. Choose another key.`,
    )
  }

  /** The largest first. It can be taken once. */
  take(limit: number, stateName: (id: number) => string, written: (value: string) => string): Grouped {
    const found = [...this.#sums.take(stateName)].sort(
      ([a, { messages: x }], [b, { messages: y }]) => y - x || (this.#values[a]! < this.#values[b]! ? -1 : 1),
    )
    return {
      values: found.slice(0, limit).map(([code, counters]) => ({ value: written(this.#values[code]!), ...counters })),
      more: Math.max(0, found.length - limit),
    }
  }
}

/** Few enough to hold, whatever they are. */
const mostSingles = 20_000
