/**
 * Chromium stops laying out at 33,554,428 px, other browsers even earlier, and page zoom lowers the limit, so a million
 * rows do not fit into one tall element. The scrolled element is therefore never taller than this, and its position is
 * mapped to a position in the rows.
 */
const tallest = 4_000_000
/** Pixels at each end in which the mapping is exact, so that the first and last rows are reached as in any list. */
const edge = 100_000

/**
 * Small moves (wheel, keys, touch) are applied pixel by pixel at any scale; only a jump (dragging the thumb, for which one
 * pixel corresponds to thousands of pixels of content) is mapped. The two positions may therefore drift apart in the
 * middle: `settle` corrects that once scrolling pauses, and `scrolled` does so immediately near an end.
 */
export class ScaledScroll {
  #count = 0
  #row = 1
  #view = 0
  #physical = 0
  #top = 0

  /** Pixels of content above the view. */
  get top(): number {
    return this.#top
  }

  get height(): number {
    return Math.min(this.#total, tallest)
  }

  get #total(): number {
    return this.#count * this.#row
  }

  get #maxTop(): number {
    return Math.max(0, this.#total - this.#view)
  }

  get #maxPhysical(): number {
    return Math.max(0, this.height - this.#view)
  }

  get #isScaled(): boolean {
    return this.#total > tallest
  }

  /** Returns the scroll position that the element must take. If the row height changes, the row at the top stays there. */
  resize(count: number, row: number, view: number): number {
    const topRow = this.#top / this.#row
    this.#count = count
    this.#row = row
    this.#view = view
    return this.scrollTo(topRow * row)
  }

  /** Accepts the element’s new scroll position; returns the position to set instead if it must be corrected now. */
  scrolled(physical: number): number | undefined {
    const moved = physical - this.#physical
    this.#physical = physical
    if (!this.#isScaled || Math.abs(moved) > 2 * this.#view) {
      this.#top = this.#clamp(this.#virtualOf(physical))
      return undefined
    }
    this.#top = this.#clamp(this.#top + moved)
    const home = this.#physicalOf(this.#top)
    const nearEnd = this.#inEdge(physical) || this.#inEdge(home)
    return nearEnd && Math.abs(home - physical) > 1 ? this.settle() : undefined
  }

  /** Moves the thumb to its correct position without moving the rows. */
  settle(): number {
    this.#physical = this.#physicalOf(this.#top)
    return this.#physical
  }

  /** Settles at the element’s current position, which includes a move whose event is still pending. */
  rest(physical: number): number {
    this.scrolled(physical)
    return this.settle()
  }

  scrollTo(top: number): number {
    // Whole pixels: a position divided by the row height would yield 102,616.999…, which browsers round down.
    this.#top = this.#clamp(Math.round(top))
    return this.settle()
  }

  /** Moves as little as needed to show the complete row. */
  reveal(index: number): number {
    const start = index * this.#row
    if (start < this.#top) return this.scrollTo(start)
    if (start + this.#row > this.#top + this.#view) return this.scrollTo(start + this.#row - this.#view)
    return this.#physical
  }

  /** The rows in view, excluding `end`. */
  rows(overscan = 0): { first: number; end: number } {
    const first = Math.floor(this.#top / this.#row) - overscan
    const end = Math.ceil((this.#top + this.#view) / this.#row) + overscan
    return { first: Math.max(0, first), end: Math.min(this.#count, end) }
  }

  #clamp(top: number): number {
    return Math.min(this.#maxTop, Math.max(0, top))
  }

  #inEdge(physical: number): boolean {
    return physical < edge || physical > this.#maxPhysical - edge
  }

  get #scale(): number {
    return (this.#maxTop - 2 * edge) / (this.#maxPhysical - 2 * edge)
  }

  #virtualOf(physical: number): number {
    if (!this.#isScaled || physical <= edge) return physical
    if (physical >= this.#maxPhysical - edge) return this.#maxTop - (this.#maxPhysical - physical)
    return edge + (physical - edge) * this.#scale
  }

  #physicalOf(top: number): number {
    if (!this.#isScaled || top <= edge) return top
    if (top >= this.#maxTop - edge) return this.#maxPhysical - (this.#maxTop - top)
    // Whole pixels: the browser would round the position, and the difference would be reported as a move.
    return Math.round(edge + (top - edge) / this.#scale)
  }
}
