import type { SortField } from '#shared/domain/messages/search.ts'
import { blockSize } from '../../index/build-block.ts'
import { eachBit } from '../../index/bits.ts'
import type { ColumnName } from '../../index/columns.ts'
import type { Block } from '../../store/block.ts'
import type { Deadline } from '../deadline.ts'
import type { Found, RowRef, Result } from '../result.ts'
import { TextMerge } from './merge-texts.ts'
import { sortNumbers } from './sort-numbers.ts'
import { TextReader, type SortedText, type TextList } from './text-list.ts'

const numberColumns: Partial<Record<SortField, ColumnName>> = {
  lastState: 'lastState',
  size: 'size',
  opens: 'open',
  clicks: 'click',
  state: 'state',
}
const textFields: Partial<Record<SortField, SortedText>> = {
  to: 'email',
  from: 'from',
  subject: 'subject',
  tags: 'tags',
  key: 'key',
}
/** How many entries are merged between two time checks, which takes a few milliseconds. */
const mergedAtOnce = 2 ** 15
const none: TextList = {
  bytes: new Uint8Array(),
  starts: new Uint32Array(),
  common: new Uint8Array(),
  positions: new Uint16Array(),
}

/**
 * The sorted texts of each block, keyed by the block’s matches. Texts from unchanged blocks are reused for the next
 * order.
 */
type Lists = Map<Found, TextList>

/** Each entry is its block’s index times the block size, plus its position in the block. */
type Order = {
  readonly entries: Uint32Array
  /** Whether the entry has the same value as the previous entry. */
  readonly isSame: Uint8Array
}

type Needs = {
  readonly result: Result
  readonly field: SortField
  /** Returns a state’s position among all states sorted by name. Used only when sorting by state. */
  readonly rank: (state: number) => number
  readonly reader: TextReader
  /** The previous result in this order, from before the archive changed. */
  readonly before: SortedResult | undefined
}

/**
 * A result in an order other than chronological, in both directions. It is sorted once for all its pages, and in short
 * steps, because a million rows take a while. Texts are sorted block by block and then merged.
 */
export class SortedResult {
  readonly #needs: Omit<Needs, 'before'>
  /** The blocks, newest first. */
  readonly #blocks: readonly Block[]
  readonly version: string
  readonly #work: Generator<void, Order>
  #lists: Lists
  #order: Order | null = null
  /** The entries in descending order. */
  #descending: Uint32Array | null = null

  constructor({ before, ...needs }: Needs) {
    this.#needs = needs
    this.#blocks = needs.result.blocks.toReversed()
    this.version = needs.result.version
    this.#lists = before?.takeLists() ?? new Map()
    this.#work = textFields[needs.field] ? this.#sortTexts(textFields[needs.field]!) : this.#sortNumbers()
  }

  /** Hands over the sorted texts. A million texts take up tens of megabytes, so only the newest order keeps them. */
  takeLists(): Lists {
    const lists = this.#lists
    this.#lists = new Map()
    return lists
  }

  /** Null if the deadline passes, in which case the call must be repeated. */
  refs(page: { offset: number; limit: number; descending: boolean }, deadline: Deadline): RowRef[] | null {
    const entries = this.#entries(page.descending, deadline)
    if (!entries) return null
    return Array.from(entries.subarray(page.offset, page.offset + page.limit), (entry) => ({
      block: this.#blocks[Math.floor(entry / blockSize)]!,
      at: entry % blockSize,
    }))
  }

  /** How many matches precede each of these rows; null if the deadline passes. */
  positionsOf(refs: readonly (RowRef | null)[], descending: boolean, deadline: Deadline): (number | null)[] | null {
    const entries = this.#entries(descending, deadline)
    if (!entries) return null
    return refs.map((ref) => {
      if (!ref) return null
      const block = this.#blocks.findIndex(({ id }) => id === ref.block.id)
      return entries.indexOf(block * blockSize + ref.at)
    })
  }

  #entries(descending: boolean, deadline: Deadline): Uint32Array | null {
    while (this.#order === null) {
      const step = this.#work.next()
      if (step.done) this.#order = step.value
      else if (deadline.passed()) return null
    }
    return descending ? (this.#descending ??= reversed(this.#order)) : this.#order.entries
  }

  *#sortTexts(field: SortedText): Generator<void, Order> {
    const { result, reader } = this.#needs
    const lists: TextList[] = []
    const kept: Lists = new Map()
    for (const block of this.#blocks) {
      const found = result.of(block)
      if (found.count === 0) {
        lists.push(none)
        continue
      }
      let list = this.#lists.get(found)
      if (!list) {
        yield
        list = reader.read(result.reader(block), found.bits, field)
        // Texts already sorted are kept even if the archive changes before the end.
        this.#lists.set(found, list)
      }
      lists.push(list)
      kept.set(found, list)
    }
    this.#lists = kept
    return yield* merged(lists)
  }

  *#sortNumbers(): Generator<void, Order> {
    const { result, field, rank } = this.#needs
    const count = this.#blocks.reduce((sum, block) => sum + result.of(block).count, 0)
    const [entries, numbers] = [new Uint32Array(count), new Uint32Array(count)]
    let next = 0
    for (const [index, block] of this.#blocks.entries()) {
      const found = result.of(block)
      if (found.count === 0) continue
      const column = result.reader(block).column(numberColumns[field]!)
      // Rows with equal numbers stay in this order, newest first.
      let at = next + found.count
      next = at
      eachBit(found.bits, (position) => {
        entries[--at] = index * blockSize + position
        numbers[at] = field === 'state' ? rank(column[position]!) : column[position]!
      })
      yield
    }
    const sorted = yield* sortNumbers(entries, numbers)
    yield
    const isSame = new Uint8Array(count)
    for (let at = 1; at < count; at++) if (sorted.numbers[at] === sorted.numbers[at - 1]) isSame[at] = 1
    return { entries: sorted.entries, isSame }
  }
}

function* merged(lists: readonly TextList[]): Generator<void, Order> {
  const ends = new Uint32Array(lists.length)
  for (const [index, { positions }] of lists.entries()) ends[index] = (ends[index - 1] ?? 0) + positions.length
  const count = ends.at(-1) ?? 0
  const runs = { ends, order: new Uint32Array(count), common: new Uint8Array(count) }
  for (const [index, { common, positions }] of lists.entries()) {
    const first = ends[index]! - positions.length
    for (let at = 0; at < positions.length; at++) runs.order[first + at] = index * blockSize + at
    runs.common.set(common, first)
  }
  const merge = new TextMerge(lists, runs)
  let sorted = merge.run(mergedAtOnce)
  while (sorted === null) {
    yield
    sorted = merge.run(mergedAtOnce)
  }
  const { order: entries, common } = sorted
  const isSame = new Uint8Array(count)
  for (let at = 0; at < count; at++) {
    if (at % mergedAtOnce === 0) yield
    const list = lists[Math.floor(entries[at]! / blockSize)]!
    const index = entries[at]! % blockSize
    // The text shares all of its bytes, including the final zero, with the previous text.
    if (common[at]! > 0 && list.bytes[list.starts[index]! + common[at]! - 1] === 0) isSame[at] = 1
    entries[at] = entries[at]! - index + list.positions[index]!
  }
  return { entries, isSame }
}

/** Reverses the order of values, while equal entries keep their order. */
function reversed({ entries, isSame }: Order): Uint32Array {
  const descending = new Uint32Array(entries.length)
  let next = 0
  for (let end = entries.length; end > 0;) {
    let first = end - 1
    while (isSame[first] === 1) first--
    for (let at = first; at < end; at++) descending[next++] = entries[at]!
    end = first
  }
  return descending
}
