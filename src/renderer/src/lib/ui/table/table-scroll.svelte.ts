import { ScaledScroll } from './scaled-scroll.ts'

/** The number of rows drawn above and below the view. Each of them costs time in every frame. */
const overscan = 1
/** Scrolling counts as ended after this many milliseconds without an event. */
const restMilliseconds = 150

/** Keeps the scrolled element and the rows in view synchronised. */
export class TableScroll {
  view = $state.raw({ top: 0, first: 0, end: 0, height: 0 })
  element: HTMLElement | undefined
  frameHeight = $state(0)
  frameWidth = $state(0)
  /** The width without the scroll bar. */
  width = $state(0)
  /** The width scrolled out of view at the side. */
  left = $state(0)
  /** The height of each row, and of the header. */
  rowHeight = $state(28)
  readonly bodyHeight = $derived(Math.max(0, this.frameHeight - this.rowHeight))
  /** The number of rows that Page Up and Page Down move by. */
  readonly page = $derived(Math.max(1, Math.floor(this.bodyHeight / this.rowHeight) - 1))
  /** The top of the first drawn row, in pixels from the top of the view. Negative if that row is above the view. */
  readonly offset = $derived(Math.round(this.view.first * this.rowHeight - this.view.top))
  readonly #scroll = new ScaledScroll()
  readonly #ontop: (row: number) => void
  #rowHeight = 1
  #resting: ReturnType<typeof setTimeout> | undefined

  /** `ontop` is called with the row at the top; its fraction is the part scrolled out of view. */
  constructor(ontop: (row: number) => void = () => undefined) {
    this.#ontop = ontop
  }

  resize(count: number, rowHeight: number, bodyHeight: number): void {
    this.#rowHeight = rowHeight
    this.#scroll.resize(count, rowHeight, bodyHeight)
    this.#applyLater()
  }

  showFrom(row: number): void {
    this.#scroll.scrollTo(row * this.#rowHeight)
    this.#applyLater()
  }

  toTop(): void {
    this.#apply(this.#scroll.scrollTo(0))
  }

  reveal(row: number): void {
    this.#apply(this.#scroll.reveal(row))
  }

  readonly scrolled = (): void => {
    const { element } = this
    if (!element) return
    this.left = element.scrollLeft
    this.#apply(this.#scroll.scrolled(element.scrollTop))
    clearTimeout(this.#resting)
    this.#resting = setTimeout(() => this.#rest(), restMilliseconds)
  }

  focus(): void {
    this.element?.focus({ preventScroll: true })
  }

  stop(): void {
    clearTimeout(this.#resting)
  }

  #rest(): void {
    if (this.element) this.#apply(this.#scroll.rest(this.element.scrollTop))
  }

  #draw(): void {
    this.view = { top: this.#scroll.top, height: this.#scroll.height, ...this.#scroll.rows(overscan) }
    this.#ontop(this.#scroll.top / this.#rowHeight)
  }

  /** Moves the scroll bar to the model’s position; the resulting scroll event then changes nothing. */
  #apply(physical: number | undefined): void {
    this.#draw()
    // A scroll event may still arrive while the table is being destroyed.
    const { element } = this
    if (physical !== undefined && element && element.scrollTop !== physical) element.scrollTop = physical
  }

  /** Waits for the next frame: until then, the element lacks its new height and cannot accept a position within it. */
  #applyLater(): void {
    this.#draw()
    requestAnimationFrame(() => this.#apply(this.#scroll.settle()))
  }
}
