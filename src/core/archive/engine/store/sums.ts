import { grown } from '../../../base/packs/bytes.ts'

/** One counter each for messages, opens, clicks, opened messages and clicked messages. */
const countersPerSum = 5
const mostStates = 2 ** 20

/**
 * Counts per value and state, both of which are codes of a record set. Creating an object per count made an import a
 * second slower.
 */
export class Sums {
  /** A key’s position plus one, at its hash or the next free slot. In a Map, each key beyond 31 bits would be an object. */
  #slots = new Int32Array(128)
  #size = 0
  #keys = new Float64Array(64)
  #counters = new Float64Array(64 * countersPerSum)

  add(value: number, state: number, open: number, click: number): void {
    const at = this.#position(value, state) * countersPerSum
    const counters = this.#counters
    counters[at]!++
    counters[at + 1]! += open
    counters[at + 2]! += click
    if (open > 0) counters[at + 3]!++
    if (click > 0) counters[at + 4]!++
  }

  addAll(value: number, state: number, added: Float64Array): void {
    const at = this.#position(value, state) * countersPerSum
    for (let counter = 0; counter < countersPerSum; counter++) this.#counters[at + counter]! += added[counter]!
  }

  /** Visits every sum, then clears all sums. `counters` is valid only during the visit. */
  take(visit: (value: number, state: number, counters: Float64Array) => void): void {
    const size = this.#size
    for (let position = 0; position < size; position++) {
      const key = this.#keys[position]!
      const counters = this.#counters.subarray(position * countersPerSum, (position + 1) * countersPerSum)
      visit(Math.floor(key / mostStates), key % mostStates, counters)
    }
    this.#counters.fill(0, 0, size * countersPerSum)
    this.#slots.fill(0)
    this.#size = 0
  }

  #position(value: number, state: number): number {
    const key = value * mostStates + state
    const mask = this.#slots.length - 1
    let slot = hashOf(value, state) & mask
    for (let found = this.#slots[slot]!; found !== 0; found = this.#slots[slot]!) {
      if (this.#keys[found - 1] === key) return found - 1
      slot = (slot + 1) & mask
    }
    const position = this.#size++
    this.#slots[slot] = position + 1
    this.#keys[position] = key
    if (this.#size === this.#keys.length) this.#grow()
    return position
  }

  #grow(): void {
    const room = this.#size * 2
    this.#keys = grown(this.#keys, room)
    this.#counters = grown(this.#counters, room * countersPerSum)
    this.#slots = new Int32Array(room * 2)
    const mask = this.#slots.length - 1
    for (let position = 0; position < this.#size; position++) {
      const key = this.#keys[position]!
      let slot = hashOf(Math.floor(key / mostStates), key % mostStates) & mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
      this.#slots[slot] = position + 1
    }
  }
}

function hashOf(value: number, state: number): number {
  const hash = Math.imul(value, 0x9e3779b1) ^ Math.imul(state, 0x85ebca6b)
  return hash ^ (hash >>> 15)
}
