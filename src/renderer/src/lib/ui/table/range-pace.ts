import type { RowRange } from './selection.ts'

/** Two jumps closer than this are one movement. */
const rest = 80
/** Rows around the view that are asked for too, so that they are there when they scroll in. */
const ahead = 6

/**
 * When the rows in view are worth fetching. Scrolling asks for them at once and so does a single jump; while the thumb is
 * dragged through screenful after screenful no answer would come in time to be seen, and fetching them would only delay the
 * rows where it stops.
 */
export class RangePace {
  readonly #tell: (first: number, last: number) => void
  #range: RowRange | undefined
  #jumpedAt = -Infinity
  #waiting: ReturnType<typeof setTimeout> | undefined

  constructor(tell: (first: number, last: number) => void) {
    this.#tell = tell
  }

  /** The rows from `drawn` to before `end` are drawn, of `count`. */
  show(drawn: number, end: number, count: number): void {
    const [first, last] = [Math.max(0, drawn - ahead), Math.min(count, end + ahead) - 1]
    const before = this.#range
    this.#range = { first, last }
    const now = performance.now()
    const jumps = before !== undefined && (first > before.last || last < before.first)
    const waits = jumps && now - this.#jumpedAt < rest
    if (jumps) this.#jumpedAt = now
    clearTimeout(this.#waiting)
    if (waits) this.#waiting = setTimeout(() => this.#tell(first, last), rest)
    else this.#tell(first, last)
  }

  stop(): void {
    clearTimeout(this.#waiting)
  }
}
