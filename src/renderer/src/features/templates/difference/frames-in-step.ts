import { currentClass, markAttribute } from './mail-marks.ts'

type Side = 'before' | 'after'
type Frame = { readonly document: Document; tops: ReadonlyMap<number, number> | null; expected: number | null }

const otherSide: Readonly<Record<Side, Side>> = { before: 'after', after: 'before' }
/** The line of a frame that is kept level with the other frame’s: a third from the top, where people read. */
const readingLine = 1 / 3

/**
 * Two messages that scroll together. Equal parts are side by side, because every change has a position in both: between two
 * changes, each message scrolls in proportion to its length there.
 */
export class FramesInStep {
  readonly #secret: string
  readonly #frames = new Map<Side, Frame>()

  constructor(secret: string) {
    this.#secret = secret
  }

  /** Must be called with every document that is shown. */
  attach(side: Side, document: Document): void {
    this.#frames.set(side, { document, tops: null, expected: null })
    const window = document.defaultView
    window?.addEventListener('scroll', () => this.#follow(side))
    window?.addEventListener('resize', () => this.#measureAgain())
    // Styles or images may still change the layout.
    this.#measureAgain()
  }

  /** Scrolls both messages to a change and outlines it. Returns false if no part of the change is visible. */
  show(change: number): boolean {
    let isVisible = false
    for (const frame of this.#frames.values()) {
      const { document } = frame
      const name = currentClass(this.#secret)
      for (const old of document.querySelectorAll(`.${name}`)) old.classList.remove(name)
      for (const mark of marksOf(document, this.#secret))
        if (mark.change === change) {
          mark.element.classList.add(name)
          isVisible = isVisible || isShown(mark.element)
        }
      const top = this.#tops(frame).get(change)
      if (top !== undefined) scrollTo(frame, top - document.documentElement.clientHeight * readingLine)
    }
    return isVisible
  }

  #measureAgain(): void {
    for (const frame of this.#frames.values()) frame.tops = null
  }

  #follow(side: Side): void {
    const moved = this.#frames.get(side)
    const other = this.#frames.get(otherSide[side])
    if (!moved || !other) return
    const { scrollTop } = moved.document.documentElement
    // This frame scrolled because the other one did.
    if (moved.expected !== null && Math.abs(moved.expected - scrollTop) < 2) return
    moved.expected = null
    scrollTo(other, this.#beside(moved, other, scrollTop))
  }

  #beside(moved: Frame, other: Frame, scrollTop: number): number {
    const [root, otherRoot] = [moved.document.documentElement, other.document.documentElement]
    const end = root.scrollHeight - root.clientHeight
    const otherEnd = otherRoot.scrollHeight - otherRoot.clientHeight
    if (scrollTop <= 0) return 0
    if (scrollTop >= end - 1) return otherEnd
    const line = root.clientHeight * readingLine
    const at = scrollTop + line
    let before: Point = [0, 0]
    const otherTops = this.#tops(other)
    for (const [change, top] of this.#tops(moved)) {
      const otherTop = otherTops.get(change)
      // A positioned element may be anywhere, so points out of order are skipped.
      if (otherTop === undefined || top < before[0] || otherTop < before[1]) continue
      if (top > at) return between(before, [top, otherTop], at) - line
      before = [top, otherTop]
    }
    return between(before, [root.scrollHeight, otherRoot.scrollHeight], at) - line
  }

  #tops(frame: Frame): ReadonlyMap<number, number> {
    if (frame.tops) return frame.tops
    const tops = new Map<number, number>()
    const { scrollTop } = frame.document.documentElement
    for (const { element, change } of marksOf(frame.document, this.#secret))
      if (!tops.has(change) && isShown(element)) tops.set(change, element.getBoundingClientRect().top + scrollTop)
    frame.tops = tops
    return tops
  }
}

/** Returns the marked elements and the anchors, in order. */
function marksOf(document: Document, secret: string): { readonly element: Element; readonly change: number }[] {
  const name = markAttribute(secret)
  return [...document.querySelectorAll(`[${name}]`)].map((element) => ({
    element,
    change: Number(element.getAttribute(name)?.split(' ')[1] ?? 0),
  }))
}

function isShown(element: Element): boolean {
  return element.getClientRects().length > 0 && element.checkVisibility({ opacityProperty: true })
}

/** A vertical position in one message, and the matching position in the other. */
type Point = readonly [number, number]

function between(from: Point, to: Point, at: number): number {
  const length = to[0] - from[0]
  return length <= 0 ? to[1] : from[1] + ((at - from[0]) / length) * (to[1] - from[1])
}

function scrollTo(frame: Frame, wanted: number): void {
  const root = frame.document.documentElement
  const top = Math.round(Math.max(0, Math.min(wanted, root.scrollHeight - root.clientHeight)))
  frame.expected = top
  root.scrollTop = top
}
