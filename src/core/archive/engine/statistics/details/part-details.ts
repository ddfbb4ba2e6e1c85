import type { ZoneClock } from '#shared/domain/base/zone-clock.ts'
import { monthsIn } from '../../../common/months-in.ts'
import { eachBit, type Bits } from '../../index/bits.ts'
import { secondOfRow } from '../../record/row-number.ts'
import type { BlockReader } from '../../search/block-reader.ts'
import type { Deadline } from '../../search/deadline.ts'
import { DetailSums, type CountedRecord } from './detail-sums.ts'
import { readDetails } from './read-details.ts'

export type States = {
  readonly names: ReadonlyMap<number, string>
  readonly refused: ReadonlySet<number>
}

/** How many records are read between two clock checks: two packs, which take half a millisecond. */
const recordsAtOnce = 128

/** Counts the matches in one part of a block, in turns. */
export class PartDetails {
  readonly bits: Bits
  readonly sums = new DetailSums()
  /** The first bit’s position in the block. */
  readonly #first: number
  /**
   * Positions of the matches whose records must be read. For the other messages, the columns contain everything needed.
   */
  #places: readonly number[] | undefined
  #next = 0

  constructor(first: number, bits: Bits) {
    this.#first = first
    this.bits = bits
  }

  /** Returns false if the deadline passes before all matches are counted. */
  run(reader: BlockReader, states: States, clock: ZoneClock, deadline: Deadline): boolean {
    const places = (this.#places ??= this.#placesOf(reader, states))
    const [state, open, click] = [reader.column('state'), reader.column('open'), reader.column('click')]
    const monthOf = monthsIn(clock)
    while (this.#next < places.length) {
      if (deadline.passed()) return false
      const some = places.slice(this.#next, this.#next + recordsAtOnce)
      const records: CountedRecord[] = []
      reader.visit(some, (at, record) => {
        const isRefused = states.refused.has(state[at]!)
        records.push({
          details: readDetails(record, { withReason: isRefused }),
          state: states.names.get(state[at]!) ?? '',
          isRefused,
          open: open[at]!,
          click: click[at]!,
          month: monthOf(secondOfRow(record.row)),
        })
      })
      // Records are added only after all of them have been read, because the next call reads them again after an error.
      for (const record of records) this.sums.add(record)
      this.#next += some.length
    }
    this.#places = []
    this.#next = 0
    return true
  }

  #placesOf(reader: BlockReader, { refused }: States): number[] {
    const [state, open, click] = [reader.column('state'), reader.column('open'), reader.column('click')]
    const places: number[] = []
    eachBit(this.bits, (bit) => {
      const at = this.#first + bit
      if (open[at]! > 0 || click[at]! > 0 || refused.has(state[at]!)) places.push(at)
    })
    return places
  }
}
