import type { RowRange } from './selection.ts'

/** Jumps within this time of each other count as a single movement. */
const restMilliseconds = 80
/**
 * The number of rows on each side of the view that are also fetched, so that they are loaded by the time they scroll
 * into view.
 */
const ahead = 6

/**
 * Decides when the rows in view are worth fetching. Scrolling and a single jump request them immediately. While the thumb
 * is dragged past screen after screen, rows would arrive too late to be seen, and fetching them would only delay the rows
 * at which it stops.
 */
export class RangePace {
  readonly #emit: (first: number, last: number) => void
  #range: RowRange | undefined
  #jumpedAt = -Infinity
  #waiting: ReturnType<typeof setTimeout> | undefined

  constructor(emit: (first: number, last: number) => void) {
    this.#emit = emit
  }

  /** Must be called with the rows that are drawn: those from `drawn` up to but not including `end`, out of `count`. */
  show(drawn: number, end: number, count: number): void {
    const [first, last] = [Math.max(0, drawn - ahead), Math.min(count, end + ahead) - 1]
    const before = this.#range
    this.#range = { first, last }
    const now = performance.now()
    const jumps = before !== undefined && (first > before.last || last < before.first)
    const waits = jumps && now - this.#jumpedAt < restMilliseconds
    if (jumps) this.#jumpedAt = now
    clearTimeout(this.#waiting)
    if (waits) this.#waiting = setTimeout(() => this.#emit(first, last), restMilliseconds)
    else this.#emit(first, last)
  }

  stop(): void {
    clearTimeout(this.#waiting)
  }
}
