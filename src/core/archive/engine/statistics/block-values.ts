import { ByteTable } from '../../../base/packs/byte-table.ts'
import { blockSize } from '../index/build-block.ts'
import { readPositions } from '../index/posting.ts'
import { termBytes } from '../index/page.ts'
import type { BlockReader } from '../search/block-reader.ts'

/**
 * One group’s values in a block’s rows, as numbers: a list of values for each row, such as its tags. Equal lists are stored
 * once, so that rows are counted by list, and only the sums are counted by value.
 */
export type BlockValues = {
  readonly lists: Uint8Array | Uint16Array
  /** List n contains `values` from `starts[n]` to `starts[n + 1]`. */
  readonly starts: Uint32Array
  /** The values, each as the number of its name. */
  readonly values: Uint32Array
}

/** How a block’s dictionary stores a group’s values. */
export type ValueSource = {
  /** The prefix shared by all terms of the group. */
  readonly head: string
  /**
   * `all`: a row may have several values. `longest`: only a row’s longest value counts, because a domain is also found by
   * its parent domains.
   */
  readonly counted: 'all' | 'longest'
}

/** The empty name’s number, which represents rows without a value. */
export const none = 0

export function emptyNames(): ByteTable {
  const names = new ByteTable(1 << 12)
  names.open(0)
  names.close()
  return names
}

const positions = new Uint16Array(blockSize)

/** Reads the values of all rows; new values get a number in `names`. */
export function readBlockValues(reader: BlockReader, { head, counted }: ValueSource, names: ByteTable): BlockValues {
  const known = counted === 'all' ? new Lists(reader.size) : new LongestValues(reader.size)
  const headLength = termBytes(head).length
  reader.entries(head, (page, termAt, termLength, at, length) => {
    names.open(termLength)
    names.bytes(page, termAt + headLength, termAt + termLength)
    known.add(names.close(), positions, readPositions(page, at, length, positions), termLength)
  })
  return known.finish()
}

class LongestValues {
  readonly #values: Uint32Array
  readonly #lengths: Uint32Array
  #largest = 0

  constructor(size: number) {
    this.#values = new Uint32Array(size)
    this.#lengths = new Uint32Array(size)
  }

  add(value: number, rows: Uint16Array, count: number, length: number): void {
    this.#largest = Math.max(this.#largest, value)
    for (let index = 0; index < count; index++) {
      const row = rows[index]!
      if (this.#lengths[row]! > length) continue
      this.#lengths[row] = length
      this.#values[row] = value
    }
  }

  finish(): BlockValues {
    const { lists, used } = renumbered(this.#values, this.#largest)
    const starts = new Uint32Array(used.length + 1)
    for (let list = 0; list < starts.length; list++) starts[list] = list
    return { lists, starts, values: new Uint32Array(used) }
  }
}

/**
 * The value lists of all rows. Each list consists of a shorter list and one more value, so that adding a value to a row
 * needs no search.
 */
class Lists {
  readonly #ofRow: Uint32Array
  readonly #shorter = [0]
  readonly #last = [none]
  /** For each list, the list created from it by adding a value, and the turn in which that value was added. */
  readonly #longer = [0]
  readonly #madeFor = [-1]
  #added = 0

  constructor(size: number) {
    this.#ofRow = new Uint32Array(size)
  }

  add(value: number, rows: Uint16Array, count: number): void {
    const turn = this.#added++
    for (let index = 0; index < count; index++) {
      const row = rows[index]!
      const list = this.#ofRow[row]!
      if (this.#madeFor[list] !== turn) {
        this.#madeFor[list] = turn
        this.#longer[list] = this.#shorter.push(list) - 1
        this.#last.push(value)
        this.#longer.push(0)
        this.#madeFor.push(-1)
      }
      this.#ofRow[row] = this.#longer[list]!
    }
  }

  finish(): BlockValues {
    const { lists, used } = renumbered(this.#ofRow, this.#last.length - 1)
    const starts = new Uint32Array(used.length + 1)
    const values: number[] = []
    for (const [index, list] of used.entries()) {
      for (let at = list; at !== 0; at = this.#shorter[at]!) values.push(this.#last[at]!)
      if (list === 0) values.push(none)
      starts[index + 1] = values.length
    }
    return { lists, starts, values: new Uint32Array(values) }
  }
}

/** Keeps only the numbers that occur, renumbered from 0, in an array as narrow as possible. */
function renumbered(numbers: Uint32Array, largest: number): { lists: Uint8Array | Uint16Array; used: number[] } {
  // The new number plus one; 0 while there is none.
  const known = new Uint16Array(largest + 1)
  const lists = new Uint16Array(numbers.length)
  const used: number[] = []
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at]!
    if (known[number] === 0) known[number] = used.push(number)
    lists[at] = known[number]! - 1
  }
  return { lists: used.length <= 256 ? new Uint8Array(lists) : lists, used }
}
