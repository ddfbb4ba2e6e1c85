import type { Period } from '#shared/domain/archive/horizon.ts'
import { secondsPerDay, secondsPerMinute } from '#shared/domain/base/durations.ts'

const longest = 90 * secondsPerDay

/** Cuts a period into slices, newest first. The slice length adapts to the number of records in previous slices. */
export class Slices {
  readonly #wanted: number
  readonly #from: number
  #next: number
  #length: number

  constructor({ from, to }: Period, wantedRecords: number, firstLength = secondsPerDay) {
    this.#wanted = wantedRecords
    this.#from = from
    this.#next = to
    this.#length = firstLength
  }

  /** Null at the end of the period. */
  next(): Period | null {
    if (this.#next < this.#from) return null
    return { from: Math.max(this.#from, this.#next - this.#length + 1), to: this.#next }
  }

  done(slice: Period, records: number): void {
    this.#next = slice.from - 1
    const fitting = (slice.to - slice.from + 1) * (this.#wanted / Math.max(records, 1))
    this.#length = Math.round(Math.min(Math.max(fitting, secondsPerMinute), this.#length * 4, longest))
  }

  /** Shortens the next slice after a failure. Returns false if it is already as short as possible. */
  shorten(slice: Period): boolean {
    const length = slice.to - slice.from + 1
    if (length <= secondsPerMinute) return false
    this.#length = Math.max(secondsPerMinute, Math.floor(length / 4))
    return true
  }

  /** Skips a slice; a later sync tries it again. */
  skip(slice: Period): void {
    this.#next = slice.from - 1
  }
}
