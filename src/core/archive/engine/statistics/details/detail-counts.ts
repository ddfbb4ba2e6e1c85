import { ZoneClock } from '#shared/domain/base/zone-clock.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { refusedStates } from '#shared/domain/statistics/details/refused-states.ts'
import type { Deadline } from '../../search/deadline.ts'
import type { Result } from '../../search/result.ts'
import type { Block } from '../../store/block.ts'
import { BlockCache } from './block-cache.ts'
import { ColumnSums } from './column-sums.ts'
import { countedDetails, type DetailFigures } from './counted-details.ts'
import { DetailSums } from './detail-sums.ts'
import type { States } from './part-details.ts'

/** Counts the details of searches in turns. Blocks counted earlier are not read again. */
export class DetailCounts {
  readonly #cache = new BlockCache()
  readonly #runs = new WeakMap<Result, DetailRun>()

  /** Null if the deadline passes, in which case the call must be repeated. */
  count(result: Result, zone: string, names: ReadonlyMap<number, string>, deadline: Deadline): DetailFigures | null {
    let run = this.#runs.get(result)
    if (run?.version !== result.version || run.zone !== zone) {
      run = new DetailRun(result, zone, this.#cache)
      this.#runs.set(result, run)
    }
    return run.answer(names, deadline)
  }
}

class DetailRun {
  readonly version: string
  readonly zone: string
  readonly #result: Result
  readonly #cache: BlockCache
  readonly #clock: ZoneClock
  readonly #columns = new ColumnSums()
  #sums = new DetailSums()
  #next = 0
  #nextLook = 0
  #answer: DetailFigures | undefined

  constructor(result: Result, zone: string, cache: BlockCache) {
    this.version = result.version
    this.zone = zone
    this.#result = result
    this.#cache = cache
    this.#clock = new ZoneClock(zone)
  }

  answer(names: ReadonlyMap<number, string>, deadline: Deadline): DetailFigures | null {
    if (this.#answer) return this.#answer
    const { blocks } = this.#result
    const states = { names, refused: refusedIds(names) }
    for (; this.#next < blocks.length; this.#next++) {
      if (deadline.passed()) return null
      if (!this.#addBlock(this.#next, states, deadline)) return null
    }
    for (; this.#nextLook < blocks.length; this.#nextLook++) {
      if (deadline.passed()) return null
      this.#lookAgain(blocks[this.#nextLook]!)
    }
    this.#answer = this.#conclude(names)
    // Only the result is needed from now on, so the sums are freed.
    this.#sums = new DetailSums()
    return this.#answer
  }

  #addBlock(at: number, states: States, deadline: Deadline): boolean {
    const block = this.#result.blocks[at]!
    const { bits, count } = this.#result.of(block)
    if (count === 0) return true
    const reader = this.#result.reader(block)
    const details = this.#cache.of(block, this.zone, bits)
    if (!details.run(reader, states, this.#clock, deadline)) return false
    this.#cache.makeRoom()
    this.#columns.add({ reader, bits })
    this.#sums.addAll(details.sums)
    return true
  }

  #lookAgain(block: Block): void {
    const { bits, count } = this.#result.of(block)
    if (count > 0) this.#columns.lookAgain({ reader: this.#result.reader(block), bits })
  }

  #conclude(names: ReadonlyMap<number, string>): DetailFigures {
    const { messages, sizeClasses, unknownSizes, median } = this.#columns
    const sizes = { classes: sizeClasses, unknown: unknownSizes, median }
    return countedDetails(this.#sums, { messages, delivered: this.#columns.delivered(names), sizes })
  }
}

function refusedIds(names: ReadonlyMap<number, string>): Set<number> {
  const refused: readonly string[] = refusedStates
  return new Set([...names].flatMap(([id, name]) => (refused.includes(fold(name)) ? [id] : [])))
}
