import { blockSize } from '../../index/build-block.ts'
import { eachBit, hasBit } from '../../index/bits.ts'
import { termBytes } from '../../index/page.ts'
import { readPositions } from '../../index/posting.ts'
import type { BlockReader } from '../../search/block-reader.ts'
import type { Found, RowRef } from '../../search/result.ts'
import type { ValueSource } from '../block-values.ts'
import { GroupTotals } from '../group-totals.ts'
import type { StatisticsParts } from '../statistics-parts.ts'
import type { CountedValue, Tally } from './value-counts.ts'

/** Counts states, which are stored in a column. */
export class StateTally implements Tally {
  readonly isFull = false
  readonly #states: ReadonlyMap<number, string>
  readonly #messages: Float64Array

  constructor(states: ReadonlyMap<number, string>) {
    this.#states = states
    this.#messages = new Float64Array(Math.max(0, ...states.keys()) + 1)
  }

  add(reader: BlockReader, { bits }: Found): void {
    const column = reader.column('state')
    eachBit(bits, (at) => this.#messages[column[at]!]!++)
  }

  values(): CountedValue[] {
    return [...this.#states].flatMap(([id, name]) => {
      const messages = this.#messages[id]!
      return messages > 0 ? [{ name, messages, ref: null }] : []
    })
  }
}

/** Counts the values of a field that has few distinct values, using the sums kept by the statistics. */
export class GroupTally implements Tally {
  readonly isFull = false
  readonly #parts: StatisticsParts
  readonly #totals: GroupTotals

  constructor(source: ValueSource, parts: StatisticsParts) {
    parts.beginQuestion()
    this.#parts = parts
    this.#totals = new GroupTotals(source, parts)
  }

  add(reader: BlockReader, { bits, count }: Found): void {
    this.#parts.counter.begin(reader, bits)
    this.#totals.add(reader, count === reader.block.live)
  }

  values(): CountedValue[] {
    return this.#totals.messages().map(({ name, messages }) => ({ name, messages, ref: null }))
  }
}

/**
 * The maximum number of values counted: enough for repeating values, such as languages. Addresses and order numbers
 * exceed this limit, so only values in the newest messages are listed, without counts.
 */
export const mostTerms = 1000

const decoder = new TextDecoder()
const positions = new Uint16Array(blockSize)

/**
 * Counts the terms in a dictionary that begin with a prefix, for fields that may have as many values as there are messages.
 */
export class TermTally implements Tally {
  readonly #prefix: string
  readonly #headLength: number
  readonly #found = new Map<string, { messages: number; ref: RowRef }>()

  /** `head`: the beginning of all terms of the field. */
  constructor(head: string, prefix: string) {
    this.#prefix = head + prefix
    this.#headLength = termBytes(head).length
  }

  get isFull(): boolean {
    return this.#found.size > mostTerms
  }

  add(reader: BlockReader, { bits }: Found): void {
    const { block } = reader
    reader.entries(this.#prefix, (page, termAt, termLength, at, length) => {
      const rows = readPositions(page, at, length, positions)
      let [messages, newest] = [0, 0]
      for (let index = 0; index < rows; index++) {
        if (!hasBit(bits, positions[index]!)) continue
        newest = positions[index]!
        messages++
      }
      if (messages === 0) return
      const name = decoder.decode(page.subarray(termAt + this.#headLength, termAt + termLength))
      const known = this.#found.get(name)
      if (known) known.messages += messages
      else this.#found.set(name, { messages, ref: { block, at: newest } })
    })
  }

  values(): CountedValue[] {
    return [...this.#found].map(([name, { messages, ref }]) => ({ name, messages, ref }))
  }
}
