import { grown } from '../../../base/packs/bytes.ts'

/** Messages, opens, clicks, opened messages, clicked messages. */
const countersPerSum = 5
const mostStates = 2 ** 20

/** Counts per value and state, both as codes of a record set. One object for each took a second of an import. */
export class Sums {
  readonly #places = new Map<number, number>()
  #keys = new Float64Array(64)
  #counters = new Float64Array(64 * countersPerSum)

  add(value: number, state: number, open: number, click: number): void {
    const at = this.#place(value * mostStates + state) * countersPerSum
    const counters = this.#counters
    counters[at]!++
    counters[at + 1]! += open
    counters[at + 2]! += click
    if (open > 0) counters[at + 3]!++
    if (click > 0) counters[at + 4]!++
  }

  addAll(value: number, state: number, added: Float64Array): void {
    const at = this.#place(value * mostStates + state) * countersPerSum
    for (let counter = 0; counter < countersPerSum; counter++) this.#counters[at + counter]! += added[counter]!
  }

  /** Visits every sum, then clears them all. `counters` is valid only during the visit. */
  take(visit: (value: number, state: number, counters: Float64Array) => void): void {
    const size = this.#places.size
    for (let place = 0; place < size; place++) {
      const key = this.#keys[place]!
      const counters = this.#counters.subarray(place * countersPerSum, (place + 1) * countersPerSum)
      visit(Math.floor(key / mostStates), key % mostStates, counters)
    }
    this.#counters.fill(0, 0, size * countersPerSum)
    this.#places.clear()
  }

  #place(key: number): number {
    let place = this.#places.get(key)
    if (place === undefined) {
      this.#places.set(key, (place = this.#places.size))
      if (place === this.#keys.length) {
        this.#keys = grown(this.#keys, place * 2)
        this.#counters = grown(this.#counters, place * 2 * countersPerSum)
      }
      this.#keys[place] = key
    }
    return place
  }
}
