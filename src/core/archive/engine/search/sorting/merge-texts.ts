import { blockSize } from '../../index/build-block.ts'

/**
 * An entry identifies a text: it is the number of the text’s list times the block size, plus the index of the text’s
 * start in that list.
 */
type Texts = { readonly bytes: Uint8Array; readonly starts: Uint32Array }

/**
 * Sorted runs of entries, one after another. `common` is the number of bytes each entry shares with the previous entry in
 * its run.
 */
export type Runs = {
  /** Where each run ends. */
  readonly ends: Uint32Array
  readonly order: Uint32Array
  readonly common: Uint8Array
}

/**
 * Merges runs in pairs until one is left; among equal texts, those from an earlier run come first. The length of the prefix
 * shared by two neighbours is known, so most comparisons are between two small numbers, and no byte is compared twice in
 * one merge.
 */
export class TextMerge {
  readonly #texts: readonly Texts[]
  #from: Runs
  #to: Runs
  /** The pair being merged: its entries end before `end`, and its second run begins at `middle`. */
  #pair = 0
  #first = 0
  #second = 0
  #middle = 0
  #end = 0
  #next = 0
  /** The number of bytes that the next entry of each run shares with the entry written last. */
  #firstCommon = 0
  #secondCommon = 0

  constructor(texts: readonly Texts[], runs: Runs) {
    this.#texts = texts
    this.#from = runs
    this.#to = emptyLike(runs)
    this.#startPair()
  }

  /** Null after `steps` entries, in which case the call must be repeated. */
  run(steps: number): Runs | null {
    for (let left = steps; this.#from.ends.length > 1;) {
      if (left <= 0) return null
      const count = Math.min(left, this.#end - this.#next)
      this.#merge(count)
      left -= Math.max(count, 1)
      if (this.#next < this.#end) continue
      this.#to.ends[this.#pair] = this.#end
      this.#pair++
      if (this.#end === this.#from.order.length) this.#startLevel()
      this.#startPair()
    }
    return this.#from
  }

  #startLevel(): void {
    const merged = { ...this.#to, ends: this.#to.ends.subarray(0, this.#pair) }
    this.#to = { ...this.#from, ends: new Uint32Array(Math.ceil(this.#pair / 2)) }
    this.#from = merged
    this.#pair = 0
    this.#end = 0
  }

  #startPair(): void {
    const { ends, order, common } = this.#from
    this.#next = this.#end
    this.#first = this.#end
    this.#middle = ends[this.#pair * 2] ?? order.length
    this.#second = this.#middle
    this.#end = ends[this.#pair * 2 + 1] ?? this.#middle
    this.#firstCommon = common[this.#first] ?? 0
    this.#secondCommon = common[this.#second] ?? 0
  }

  #merge(count: number): void {
    const { order, common } = this.#from
    const { order: merged, common: mergedCommon } = this.#to
    const texts = this.#texts
    let [first, second, firstCommon, secondCommon] = [this.#first, this.#second, this.#firstCommon, this.#secondCommon]
    const [middle, end, stop] = [this.#middle, this.#end, this.#next + count]
    for (let next = this.#next; next < stop; next++) {
      let isFirst = second >= end || (first < middle && firstCommon > secondCommon)
      if (first < middle && second < end && firstCommon === secondCommon) {
        const [one, other] = [order[first]!, order[second]!]
        const oneList = texts[(one / blockSize) >>> 0]!
        const otherList = texts[(other / blockSize) >>> 0]!
        const oneBytes = oneList.bytes
        const otherBytes = otherList.bytes
        let at = oneList.starts[one % blockSize]! + firstCommon
        let otherAt = otherList.starts[other % blockSize]! + firstCommon
        // Either both entries equal the entry written last, or their next bytes decide.
        if (firstCommon > 0 && oneBytes[at - 1] === 0) isFirst = true
        else {
          let shared = firstCommon
          let byte = oneBytes[at]!
          while (byte === otherBytes[otherAt] && byte !== 0) {
            byte = oneBytes[++at]!
            otherAt++
            shared++
          }
          isFirst = byte <= otherBytes[otherAt]!
          if (byte === otherBytes[otherAt]) shared++
          if (isFirst) secondCommon = shared
          else firstCommon = shared
          merged[next] = isFirst ? one : other
          mergedCommon[next] = isFirst ? firstCommon : secondCommon
          // The other variable already contains the number of bytes that its entry shares with the entry just written.
          if (isFirst) firstCommon = common[++first] ?? 0
          else secondCommon = common[++second] ?? 0
          continue
        }
      }
      if (isFirst) {
        merged[next] = order[first]!
        mergedCommon[next] = firstCommon
        firstCommon = common[++first] ?? 0
      } else {
        merged[next] = order[second]!
        mergedCommon[next] = secondCommon
        secondCommon = common[++second] ?? 0
      }
    }
    this.#first = first
    this.#second = second
    this.#firstCommon = firstCommon
    this.#secondCommon = secondCommon
    this.#next = stop
  }
}

/** Merges runs that are small enough to be merged in one step. */
export function mergeAll(texts: readonly Texts[], runs: Runs): Runs {
  return new TextMerge(texts, runs).run(Infinity)!
}

function emptyLike({ ends, order, common }: Runs): Runs {
  return {
    ends: new Uint32Array(Math.ceil(ends.length / 2)),
    order: new Uint32Array(order.length),
    common: new Uint8Array(common.length),
  }
}
