import { blockSize } from '../index/build-block.ts'
import { countBits, eachBit, type Bits } from '../index/bits.ts'
import type { BlockReader } from '../search/block-reader.ts'

/**
 * Match counts in a block, keyed by the number of a value such as a sender. There is one column for each state,
 * followed by columns for opens, clicks, opened messages and clicked messages. Only non-zero counts are listed.
 */
export type BlockSums = {
  readonly states: readonly number[]
  /** Where each column ends in `numbers` and `counts`. */
  readonly ends: readonly number[]
  readonly numbers: Uint32Array
  readonly counts: Uint16Array | Float64Array
}

const columnsBesideStates = 4

/** Counts the matches in one block, one group after another. */
export class BlockCounter {
  readonly #matches: Matches = {
    count: 0,
    positions: new Uint16Array(blockSize),
    state: new Uint16Array(blockSize),
    active: 0,
    activePositions: new Uint16Array(blockSize),
    open: new Float64Array(blockSize),
    click: new Float64Array(blockSize),
  }
  #given: { reader: BlockReader; bits: Bits } | null = null
  #states: number[] = []
  /** Match counts by state and number. `#others` contains the columns for opens and clicks. */
  #byState = new Uint32Array(0)
  #others = new Float64Array(0)
  #numbers = new Uint32Array(0)
  #counts = new Float64Array(0)

  /** Sets the matches to count. They are read only when needed: if saved sums can be used, nothing is read. */
  begin(reader: BlockReader, bits: Bits): void {
    this.#given = { reader, bits }
  }

  /** `numbers` contains a number below `size` for each row in the block. The sums are valid until the next count. */
  count(numbers: Uint8Array | Uint16Array, size: number): BlockSums {
    this.#read()
    this.#makeRoom(size)
    const byState = this.#byState.subarray(0, this.#states.length * size).fill(0)
    const others = this.#others.subarray(0, columnsBesideStates * size).fill(0)
    const table = { size, byState, others }
    if (numbers instanceof Uint8Array) countNarrow(numbers, this.#matches, table)
    else countWide(numbers, this.#matches, table)
    return this.#listed(table)
  }

  #read(): void {
    if (this.#given === null) return
    const { reader, bits } = this.#given
    this.#given = null
    const matches = this.#matches
    matches.count = 0
    if (countBits(bits) < reader.size) eachBit(bits, (at) => (matches.positions[matches.count++] = at))
    // The entire block matches, as do nearly all blocks in a long period.
    else for (; matches.count < reader.size; matches.count++) matches.positions[matches.count] = matches.count
    this.#states = readStates(matches, reader)
    readActive(matches, reader)
  }

  #listed({ size, byState, others }: Table): BlockSums {
    const ends: number[] = []
    let length = 0
    for (const table of [byState, others]) {
      for (let first = 0; first < table.length; first += size) {
        length = this.#list(table, { from: first, to: first + size }, length)
        ends.push(length)
      }
    }
    const [numbers, counts] = [this.#numbers.subarray(0, length), this.#counts.subarray(0, length)]
    return { states: this.#states, ends, numbers, counts }
  }

  #list(table: Uint32Array | Float64Array, { from, to }: { from: number; to: number }, length: number): number {
    let end = length
    for (let at = from; at < to; at++) {
      const count = table[at]!
      if (count === 0) continue
      this.#numbers[end] = at - from
      this.#counts[end++] = count
    }
    return end
  }

  #makeRoom(size: number): void {
    const [byState, others] = [this.#states.length * size, columnsBesideStates * size]
    if (this.#byState.length < byState) this.#byState = new Uint32Array(byState * 2)
    if (this.#others.length < others) this.#others = new Float64Array(others * 2)
    if (this.#numbers.length >= byState + others) return
    this.#numbers = new Uint32Array((byState + others) * 2)
    this.#counts = new Float64Array((byState + others) * 2)
  }
}

/** Counts in columns of `size` numbers: one column for each state, followed by the other columns. */
type Table = { readonly size: number; readonly byState: Uint32Array; readonly others: Float64Array }

/** Copies the sums, so that they stay valid after the next count. Nearly all counts fit into two bytes. */
export function kept({ states, ends, numbers, counts }: BlockSums): BlockSums {
  let isSmall = true
  for (let at = 0; at < counts.length && isSmall; at++) isSmall = counts[at]! < 2 ** 16
  return { states, ends, numbers: numbers.slice(), counts: isSmall ? new Uint16Array(counts) : counts.slice() }
}

type Matches = {
  count: number
  readonly positions: Uint16Array
  /** The position of each match’s state among the block’s states. */
  readonly state: Uint16Array
  /** The number of opened or clicked messages, followed by their positions and their counts of opens and clicks. */
  active: number
  readonly activePositions: Uint16Array
  readonly open: Float64Array
  readonly click: Float64Array
}

function readStates(matches: Matches, reader: BlockReader): number[] {
  const column = reader.column('state')
  const known = new Map<number, number>()
  let [last, lastPosition] = [-1, 0]
  for (let index = 0; index < matches.count; index++) {
    const id = column[matches.positions[index]!]!
    if (id !== last) {
      last = id
      const position = known.get(id)
      lastPosition = position ?? known.size
      if (position === undefined) known.set(id, lastPosition)
    }
    matches.state[index] = lastPosition
  }
  return [...known.keys()]
}

function readActive(matches: Matches, reader: BlockReader): void {
  const [open, click] = [reader.column('open'), reader.column('click')]
  matches.active = 0
  for (let index = 0; index < matches.count; index++) {
    const at = matches.positions[index]!
    if (open[at] === 0 && click[at] === 0) continue
    matches.activePositions[matches.active] = at
    matches.open[matches.active] = open[at]!
    matches.click[matches.active++] = click[at]!
  }
}

type Count<Numbers> = (numbers: Numbers, matches: Matches, table: Table) => void

/** Each width has its own loop, because a loop that handles both widths takes three times as long. */
function createCount<Numbers extends Uint8Array | Uint16Array>(): Count<Numbers> {
  return (numbers, { count, positions, state, active, activePositions, open, click }, { size, byState, others }) => {
    // If every row matches, the index of a match is its position.
    if (count === numbers.length) for (let at = 0; at < count; at++) byState[state[at]! * size + numbers[at]!]!++
    else for (let index = 0; index < count; index++) byState[state[index]! * size + numbers[positions[index]!]!]!++
    for (let index = 0; index < active; index++) {
      const number = numbers[activePositions[index]!]!
      others[number]! += open[index]!
      others[number + size]! += click[index]!
      if (open[index]! > 0) others[number + size * 2]!++
      if (click[index]! > 0) others[number + size * 3]!++
    }
  }
}

const countNarrow = createCount<Uint8Array>()
const countWide = createCount<Uint16Array>()
