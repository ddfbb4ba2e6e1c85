import type { Counters } from '#shared/contract/statistics.ts'
import { noCounters } from '#shared/domain/statistics/counters.ts'
import { Sums } from '../store/sums.ts'

/** A block, seen as its numbers. */
export type Numbers = {
  readonly state: ArrayLike<number>
  readonly open: ArrayLike<number>
  readonly click: ArrayLike<number>
}

/** The ids of nearly all states are smaller; one with a larger id is counted, only slower. */
const fewStates = 64
const countersPerState = 5

/** Counters of numbered things, such as days. Matches of one thing are counted together: `begin`, `add` each, `end`. */
export class CountSums {
  readonly #sums = new Sums()
  readonly #open = new Float64Array(fewStates * countersPerState)
  #code = 0

  begin(code: number): void {
    this.#code = code
  }

  add(at: number, { state, open, click }: Numbers): void {
    const id = state[at]!
    if (id >= fewStates) {
      this.#sums.add(this.#code, id, open[at]!, click[at]!)
      return
    }
    const counters = this.#open
    const first = id * countersPerState
    counters[first]!++
    if (open[at]! > 0) {
      counters[first + 1]! += open[at]!
      counters[first + 3]!++
    }
    if (click[at]! > 0) {
      counters[first + 2]! += click[at]!
      counters[first + 4]!++
    }
  }

  end(): void {
    for (let id = 0; id < fewStates; id++) {
      const first = id * countersPerState
      if (this.#open[first] === 0) continue
      const counters = this.#open.subarray(first, first + countersPerState)
      this.#sums.addAll(this.#code, id, counters)
      counters.fill(0)
    }
  }

  /** Everything that was added; it can be taken once. */
  take(stateName: (id: number) => string): Map<number, Counters> {
    const found = new Map<number, Counters>()
    this.#sums.take((code, state, [messages, open, click, opened, clicked]) => {
      let counters = found.get(code)
      if (!counters) found.set(code, (counters = noCounters()))
      counters.messages += messages!
      counters.open += open!
      counters.click += click!
      counters.opened += opened!
      counters.clicked += clicked!
      counters.states[stateName(state)] = messages!
    })
    return found
  }
}
