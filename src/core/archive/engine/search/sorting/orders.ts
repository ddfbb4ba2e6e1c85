import type { SortField } from '#shared/domain/messages/search.ts'
import type { Result } from '../result.ts'
import { SortedResult } from './sorted-result.ts'
import { TextReader } from './text-list.ts'

/** If only one order were kept, two clients that sort differently would make each other start over again and again. */
const mostOrdersPerResult = 3

/** Each result’s orders, beginning with the order started longest ago. */
export class Orders {
  readonly #texts = new TextReader()
  readonly #ofResult = new WeakMap<Result, Map<SortField, SortedResult>>()
  /** The order started last. */
  #last: SortedResult | undefined

  /** Sorts a changed result again, but reuses the texts of unchanged blocks. */
  of(result: Result, field: SortField, states: ReadonlyMap<number, string>): SortedResult {
    const orders = this.#ofResult.get(result) ?? new Map<SortField, SortedResult>()
    this.#ofResult.set(result, orders)
    const before = orders.get(field)
    if (before?.version === result.version) return before
    const names = [...states].sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([id]) => id)
    const ranks = new Map(names.map((id, rank) => [id, rank]))
    const rank = (state: number): number => ranks.get(state) ?? 0
    const sorted = new SortedResult({ result, field, rank, reader: this.#texts, before })
    if (this.#last !== before) this.#last?.takeLists()
    this.#last = sorted
    orders.delete(field)
    orders.set(field, sorted)
    if (orders.size > mostOrdersPerResult) orders.delete(orders.keys().next().value!)
    return sorted
  }
}
