import { grown } from '../../../base/packs/bytes.ts'

/** Of messages, opens, clicks, those opened and those clicked. */
const countersOfSum = 5
const mostStates = 2 ** 20

/** Counts per value and state, both by their numbers in a set of records. An object for each took a second of an import. */
export class Sums {
  readonly #places = new Map<number, number>()
  #keys = new Float64Array(64)
  #counters = new Float64Array(64 * countersOfSum)

  add(value: number, state: number, open: number, click: number): void {
    const at = this.#place(value * mostStates + state) * countersOfSum
    const counters = this.#counters
    counters[at]!++
    counters[at + 1]! += open
    counters[at + 2]! += click
    if (open > 0) counters[at + 3]!++
    if (click > 0) counters[at + 4]!++
  }

  /** Tells every sum, and begins anew. The counters are to be read at once. */
  take(visit: (value: number, state: number, counters: Float64Array) => void): void {
    const size = this.#places.size
    for (let place = 0; place < size; place++) {
      const key = this.#keys[place]!
      const counters = this.#counters.subarray(place * countersOfSum, (place + 1) * countersOfSum)
      visit(Math.floor(key / mostStates), key % mostStates, counters)
    }
    this.#counters.fill(0, 0, size * countersOfSum)
    this.#places.clear()
  }

  #place(key: number): number {
    let place = this.#places.get(key)
    if (place === undefined) {
      this.#places.set(key, (place = this.#places.size))
      if (place === this.#keys.length) {
        this.#keys = grown(this.#keys, place * 2)
        this.#counters = grown(this.#counters, place * 2 * countersOfSum)
      }
      this.#keys[place] = key
    }
    return place
  }
}
