import type { Counters } from '#shared/contract/statistics.ts'
import { noCounters } from '#shared/domain/statistics/counters.ts'
import { grown } from '../../../base/packs/bytes.ts'
import type { BlockSums } from './block-sums.ts'

/** The other counters, in the order of their columns in `BlockSums`. */
const others = ['open', 'click', 'opened', 'clicked'] as const

/** Adds up the sums of all blocks in counters for numbered items, such as a group’s names. */
export class Totals {
  #room = 0
  readonly #states = new Map<number, Float64Array>()
  readonly #others = others.map(() => new Float64Array(0))

  /** All numbers are below `known`. If `through` is given, number n is counted as `through[n]`. */
  add({ states, ends, numbers, counts }: BlockSums, known: number, through?: Uint32Array): void {
    this.#makeRoom(known)
    for (const [column, end] of ends.entries()) {
      const into = column < states.length ? this.#ofState(states[column]!) : this.#others[column - states.length]!
      const range = { from: ends[column - 1] ?? 0, to: end }
      if (through) addThrough(into, through, { numbers, counts }, range)
      else addColumn(into, { numbers, counts }, range)
    }
  }

  messages(): Float64Array {
    const messages = new Float64Array(this.#room)
    for (const counts of this.#states.values()) for (let at = 0; at < counts.length; at++) messages[at]! += counts[at]!
    return messages
  }

  counters(number: number, stateName: (id: number) => string): Counters {
    const counters = noCounters()
    for (const [id, counts] of this.#states) {
      const count = counts[number] ?? 0
      if (count === 0) continue
      counters.messages += count
      counters.states[stateName(id)] = count
    }
    for (const [index, name] of others.entries()) counters[name] = this.#others[index]![number] ?? 0
    return counters
  }

  #ofState(id: number): Float64Array {
    let counts = this.#states.get(id)
    if (!counts) this.#states.set(id, (counts = new Float64Array(this.#room)))
    return counts
  }

  #makeRoom(known: number): void {
    if (known <= this.#room) return
    this.#room = Math.max(known, this.#room * 2)
    for (const [id, counts] of this.#states) this.#states.set(id, grown(counts, this.#room))
    for (const [index, sums] of this.#others.entries()) this.#others[index] = grown(sums, this.#room)
  }
}

type Listed = Pick<BlockSums, 'numbers' | 'counts'>
type Range = { readonly from: number; readonly to: number }

function addColumn(into: Float64Array, { numbers, counts }: Listed, { from, to }: Range): void {
  for (let at = from; at < to; at++) into[numbers[at]!]! += counts[at]!
}

function addThrough(into: Float64Array, through: Uint32Array, { numbers, counts }: Listed, { from, to }: Range): void {
  for (let at = from; at < to; at++) into[through[numbers[at]!]!]! += counts[at]!
}
