import { blockSize } from '../index/build-block.ts'
import type { Deadline } from './deadline.ts'
import type { SortedTexts } from './sorted-texts.ts'

const stepsBetweenChecks = 4096

/** Merges sorted lists with a heap of their next texts. It takes a while, so it can stop at a deadline and go on later. */
export class SortedMerge {
  readonly #lists: readonly SortedTexts[]
  readonly #descending: boolean
  /** The current run of each list. Descending lists are read from the end, but within equal texts the newest stays first. */
  readonly #from: Int32Array
  readonly #to: Int32Array
  readonly #heap: number[] = []
  readonly #merged: Float64Array
  #count = 0

  constructor(lists: readonly SortedTexts[], descending: boolean) {
    this.#lists = lists
    this.#descending = descending
    this.#from = new Int32Array(lists.length)
    this.#to = new Int32Array(lists.length)
    this.#merged = new Float64Array(lists.reduce((sum, { places }) => sum + places.length, 0))
    for (const [list, { texts }] of lists.entries()) {
      if (texts.length === 0) continue
      this.#startRun(list, descending ? texts.length : 0)
      this.#heap.push(list)
      this.#up(this.#heap.length - 1)
    }
  }

  /** All places in order, each plus its list's number times the block size. Null when the deadline passes. */
  run(deadline: Deadline): Float64Array | null {
    while (this.#heap.length > 0) {
      if (this.#count % stepsBetweenChecks === 0 && deadline.passed() && this.#count > 0) return null
      const list = this.#heap[0]!
      this.#merged[this.#count++] = list * blockSize + this.#lists[list]!.places[this.#from[list]!]!
      if (!this.#advance(list)) {
        const last = this.#heap.pop()!
        if (this.#heap.length === 0) break
        this.#heap[0] = last
      }
      this.#down()
    }
    return this.#merged
  }

  /** Starts a run of equal texts, which is always read forwards. `edge` is its start, or its end when descending. */
  #startRun(list: number, edge: number): void {
    const { texts } = this.#lists[list]!
    if (!this.#descending) {
      this.#from[list] = edge
      this.#to[list] = texts.length
      return
    }
    let start = edge - 1
    while (start > 0 && texts[start - 1] === texts[edge - 1]) start--
    this.#from[list] = start
    this.#to[list] = edge
  }

  /** False when the list is at its end. */
  #advance(list: number): boolean {
    if (++this.#from[list]! < this.#to[list]!) return true
    if (!this.#descending) return false
    const { texts } = this.#lists[list]!
    const text = texts[this.#to[list]! - 1]
    let edge = this.#to[list]!
    while (edge > 0 && texts[edge - 1] === text) edge--
    if (edge === 0) return false
    this.#startRun(list, edge)
    return true
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#lists[one]!.texts[this.#from[one]!]!, this.#lists[other]!.texts[this.#from[other]!]!]
    // Each list belongs to a block, and the newest block comes first.
    if (a === b) return one < other
    return this.#descending ? a > b : a < b
  }

  #up(at: number): void {
    const heap = this.#heap
    for (let above = (at - 1) >> 1; at > 0 && this.#isBefore(heap[at]!, heap[above]!); above = (at - 1) >> 1) {
      ;[heap[at], heap[above]] = [heap[above]!, heap[at]!]
      at = above
    }
  }

  #down(): void {
    const heap = this.#heap
    for (let at = 0; ;) {
      let least = at
      for (const below of [at * 2 + 1, at * 2 + 2]) {
        if (below < heap.length && this.#isBefore(heap[below]!, heap[least]!)) least = below
      }
      if (least === at) return
      ;[heap[at], heap[least]] = [heap[least]!, heap[at]!]
      at = least
    }
  }
}
